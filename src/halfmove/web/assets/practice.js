// Practice: answers are sent as the fields of their question, marked by the server, and counted here: the first
// answer to a question counts, a hint halves it.  The score lives as long as the tab.
"use strict";
(() => {
  const KEY = "halfmove-score";
  let score = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
  let picking = null;  // the field into which nodes are picked
  const L = () => window.hmLesson;
  const box = kind => document.querySelector(`[data-question="${kind}"]`);
  const here = () => location.search;

  function count() {
    sessionStorage.setItem(KEY, JSON.stringify(score));
    const all = Object.values(score);
    const sum = index => Math.round(100 * all.reduce((total, one) => total + one[index], 0)) / 100;
    document.getElementById("score").textContent = `${sum(0)} of ${sum(1)} points`;
  }

  function answer(section) {
    const fields = [...section.querySelectorAll("input")];
    const radios = fields.filter(e => e.type === "radio");
    if (radios.length) return radios.find(e => e.checked)?.value ?? "";
    if (fields.length === 1 && fields[0].name === "") return fields[0].value;
    return Object.fromEntries(fields.map(e => [e.name, e.value]));
  }

  function send(section, what, given) {
    const kind = section.dataset.question;
    L().ask({ act: what, question: kind, answer: JSON.stringify(given), hinted: section.dataset.hinted ?? "no" });
  }

  function empty(given) {
    return typeof given === "string" ? !given.trim() : !Object.values(given).some(value => value.trim());
  }

  function check(section) {
    const given = answer(section);
    if (empty(given)) { say(section, "Write an answer first, or have it shown."); return; }
    send(section, "mark", given);
  }

  function say(section, text, classes = "hm-error") {
    const p = document.createElement("p");
    p.className = classes;
    p.textContent = text;
    section.querySelector(".hl-said").replaceChildren(p);
  }

  function loaded(data) {
    if (data.exercise) {
      picking = null;
      for (const form of document.querySelectorAll("[data-question] form"))
        form.addEventListener("submit", event => { event.preventDefault(); check(form.closest("[data-question]")); });
      picking = document.querySelector("[data-pick]");
      for (const e of document.querySelectorAll("[data-pick]")) {
        e.addEventListener("focus", () => { picking = e; mark(); });
        e.addEventListener("input", mark);
      }
      mark();
      count();
    }
    if (data.hint) {
      const section = box(data.hint.question);
      section.dataset.hinted = "yes";
      say(section, data.hint.text, "hl-hint");
    }
    if (data.mark) {
      const section = box(data.mark.question);
      if (data.mark.refused) { say(section, data.mark.refused); return; }
      section.querySelector(".hl-said").innerHTML = data.mark.html;
      section.querySelector("fieldset").disabled = true;
      section.dataset.done = data.mark.right ? "right" : "wrong";
      const id = here() + " " + data.mark.question;
      if (!(id in score)) score[id] = [data.mark.points, data.mark.most];
      count();
    }
  }

  const names = field => field.value.split(/[\s,;]+/).filter(word => word && word.toLowerCase() !== "none");

  function pick(part, node) {
    if (!picking || picking.matches(":disabled") || !node) return;
    const chosen = names(picking);
    const known = chosen.findIndex(word => word.toLowerCase() === node.name.toLowerCase());
    if (known < 0) chosen.push(node.name); else chosen.splice(known, 1);
    picking.value = chosen.join(" ");
    mark();
  }

  function mark() {  // show in the picture what is picked
    const chosen = picking && !picking.matches(":disabled") ? names(picking).map(word => word.toLowerCase()) : [];
    for (const [part, node] of Object.entries(L().nodes)) {
      const g = document.querySelector(`.hl-picture [data-part="${part}"]`);
      if (g) g.classList.toggle("hl-picked", chosen.includes(node.name.toLowerCase()));
    }
  }

  function act(what, event) {
    const section = event.target.closest("[data-question]");
    if (what === "hint") send(section, "hint", "");
    else if (what === "skip") send(section, "mark", null);
    else if (what === "none") { section.querySelector("input").value = "none"; mark(); }
    else if (what === "solution") L().ask({ act: "solution" });
    else if (what === "another") {
      const seed = L().form().elements.seed;
      seed.value = (Number(seed.value) || 0) + 1;
      L().ask();
      scrollTo({ top: 0 });
    }
    else if (what === "anew") { score = {}; count(); }
    else return false;
    return true;
  }

  addEventListener("DOMContentLoaded", () => {
    L().hooks.load.push(loaded);
    L().hooks.pick = pick;
    L().hooks.act = act;
  });
})();
