// Class work: the student's page sends answers and shows what is said of them; the teacher's pages make links and keep
// the overview up to date.  A student's code is kept in his browser (localStorage), so that a reload goes on.
"use strict";
window.halfmoveClass = (() => {
  const EVERY = 5000;  // milliseconds between two looks at the overview
  const one = (root, what) => root.querySelector(`[data-cl="${what}"]`);
  const keep = (place, value) => { try { localStorage.setItem(place, value); } catch { /* goes on by the code alone */ } };
  const kept = place => { try { return localStorage.getItem(place); } catch { return null; } };

  async function post(path, body) {
    let answer;
    try {
      answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    } catch { throw new Error("There is no connection to the server. Try again."); }
    if (answer.ok) return answer;
    const said = await answer.json().catch(() => ({}));
    throw Object.assign(new Error(said.detail ?? "The server did not answer. Try again."), { status: answer.status });
  }
  function complain(place, error) { place.textContent = error ? error.message : ""; place.hidden = !error; }

  // ---- a student
  function student() {
    const root = document.querySelector(".cl-student"), id = root.dataset.id, place = "halfmove-class:" + id;
    const door = root.querySelector(".cl-door"), error = one(root, "error");
    let code = null;

    async function enter(path, body) {
      try {
        const data = await (await post(`/class/${id}/${path}`, body)).json();
        complain(error, null);
        show(data);
      } catch (failure) {
        complain(error, failure);
        if (failure.status === 403 && body.code === kept(place)) try { localStorage.removeItem(place); } catch { /* none */ }
      }
    }
    one(root, "begin").addEventListener("submit", event => {
      event.preventDefault();
      enter("begin", { name: event.target.elements.name.value });
    });
    one(root, "resume").addEventListener("submit", event => {
      event.preventDefault();
      enter("work", { code: event.target.elements.code.value.trim() });
    });
    one(root, "leave").addEventListener("click", () => {
      try { localStorage.removeItem(place); } catch { /* none */ }
      location.reload();
    });

    function show(data) {
      code = data.code;
      keep(place, code);
      door.hidden = true;
      root.querySelector(".cl-bar").hidden = false;
      root.querySelector(".cl-title").hidden = data.lesson;
      one(root, "name").textContent = data.name;
      one(root, "code").textContent = code;
      const work = one(root, "work");
      work.innerHTML = data.html;
      for (const section of sections()) begin(section, data.answers[name(section)]);
      summarise(data.summary);
      if (data.lesson) halfmoveLesson(work.querySelector(".le-lesson"));
    }
    const sections = () => [...root.querySelectorAll("[data-task], [data-question]")];
    const name = section => section.dataset.task ?? section.dataset.question;
    const said = section => section.querySelector(".cl-said, .le-said");
    const fields = section => [...section.querySelectorAll("form input, form select")];

    function summarise(summary) {
      one(root, "summary").textContent = summary.text + (summary.closed ? ". This work is closed." : ".");
      root.dataset.closed = summary.closed ? "yes" : "no";
    }
    function given(section) {
      const all = fields(section);
      if (section.dataset.question) {  // of a lesson: the numbers of options, or the texts of all blanks
        const ticks = all.filter(e => e.type === "radio" || e.type === "checkbox");
        return ticks.length ? ticks.filter(e => e.checked).map(e => e.value) : all.map(e => e.value);
      }
      const radios = all.filter(e => e.type === "radio");
      if (radios.length) return radios.find(e => e.checked)?.value ?? "";
      if (all.length === 1 && all[0].name === "") return all[0].value;
      return Object.fromEntries(all.map(e => [e.name, e.value]));
    }
    function fill(section, answer) {
      fields(section).forEach((e, i) => {
        if (e.type === "radio" || e.type === "checkbox") e.checked = Array.isArray(answer) ? answer.includes(e.value) : answer === e.value;
        else e.value = Array.isArray(answer) ? answer[i] ?? "" : typeof answer === "string" ? answer : answer[e.name] ?? "";
      });
    }
    const empty = answer => typeof answer === "string" ? !answer.trim()
      : !Object.values(answer).some(text => text.trim());

    function begin(section, shown) {
      if (shown.given !== null) fill(section, shown.given);
      mark(section, shown);
      section.querySelector("form").addEventListener("submit", async event => {
        event.preventDefault();
        const answer = given(section), button = section.querySelector(".hm-main-button");
        if (empty(answer)) { said(section).textContent = "Answer first, please."; return; }
        button.disabled = true;
        try {
          const data = await (await post(`/class/${id}/answer`, { code, task: name(section), given: answer })).json();
          mark(section, data.answer);
          summarise(data.summary);
        } catch (failure) {
          const p = document.createElement("p");
          p.className = "hm-error";
          p.textContent = failure.message;
          said(section).replaceChildren(p);
          if (failure.status === 409) enter("work", { code });  // closed meanwhile: what is right may be seen now
        }
        button.disabled = false;
      });
    }
    function mark(section, shown) {
      said(section).innerHTML = shown.html;
      if (shown.state) section.dataset.done = shown.state; else delete section.dataset.done;
      section.querySelector("fieldset").disabled = shown.left < 1;
      const button = section.querySelector(".hm-main-button");
      button.hidden = shown.left < 1;
      if (shown.given !== null && shown.left > 0) button.textContent = "Answer again";
      section.querySelectorAll(".le-option").forEach(option => {
        const tick = option.querySelector("input"), right = shown.right?.includes(tick.value);
        option.classList.toggle("le-good", Boolean(right));
        option.classList.toggle("le-bad", Boolean(shown.right && tick.checked && !right));
      });
      section.querySelectorAll(".le-blank").forEach((blank, i) => {
        blank.classList.toggle("le-good", shown.each?.[i] === true);
        blank.classList.toggle("le-bad", shown.each?.[i] === false);
      });
    }
    const before = kept(place);
    if (before) enter("work", { code: before });
  }

  // ---- the teacher
  const KEY = "halfmove-class-teacher";
  function copying(root) {
    for (const output of root.querySelectorAll("[data-link]")) output.textContent = location.origin + output.dataset.link;
    root.addEventListener("click", async event => {
      const button = event.target.closest("[data-copy]");
      if (!button) return;
      const words = button.textContent, link = location.origin + button.dataset.copy;
      try { await navigator.clipboard.writeText(link); button.textContent = "Copied"; }
      catch { prompt("The students' link", link); }
      setTimeout(() => { button.textContent = words; }, 1500);
    });
  }
  function teacher() {
    const key = new URLSearchParams(location.search).get("key");
    keep(KEY, key);
    copying(document.querySelector(".cl-teacher"));
    const form = one(document, "make"), error = one(form, "error");
    const adapt = () => {
      const source = form.elements.source.value;
      for (const set of form.querySelectorAll("[data-of]")) set.hidden = set.disabled = set.dataset.of !== source;
    };
    form.addEventListener("change", adapt);
    adapt();
    form.addEventListener("submit", async event => {
      event.preventDefault();
      const button = form.querySelector(".hm-main-button");
      button.disabled = true;
      try {
        const data = await (await post("/class/make", { ...Object.fromEntries(new FormData(form)), key })).json();
        location.assign(data.results);
      } catch (failure) { complain(error, failure); }
      button.disabled = false;
    });
  }
  function shut() {  // the teacher's page without its key: the browser may have it from before
    const key = kept(KEY), query = new URLSearchParams(location.search);
    if (!key || query.get("key")) return;
    query.set("key", key);
    location.replace("/class?" + query);
  }
  function results() {
    const root = document.querySelector(".cl-results"), id = root.dataset.id, key = encodeURIComponent(root.dataset.key);
    const inner = one(root, "overview"), close = one(root, "close");
    let last = inner.innerHTML;
    copying(root);
    const closed = () => inner.querySelector(".cl-facts").dataset.closed === "yes";
    const adapt = () => { close.textContent = closed() ? "Open again" : "Close now"; };
    function put(html) {
      if (html === last) return;
      const left = inner.querySelector(".cl-scroll")?.scrollLeft ?? 0;
      const open = [...inner.querySelectorAll("details")].map(e => e.open);
      inner.innerHTML = last = html;
      inner.querySelectorAll("details").forEach((e, i) => { e.open = open[i] ?? false; });
      const scroll = inner.querySelector(".cl-scroll");
      if (scroll) scroll.scrollLeft = left;
      adapt();
    }
    close.addEventListener("click", async () => {
      try { put(await (await post(`/class/${id}/close?key=${key}`, { closed: !closed() })).text()); }
      catch (failure) { close.textContent = failure.message; }
    });
    setInterval(async () => {
      if (document.hidden || !root.isConnected) return;
      const answer = await fetch(`/class/${id}/overview?key=${key}`).catch(() => null);
      if (answer?.ok) put(await answer.text());
    }, EVERY);
    adapt();
  }
  return { student, teacher, shut, results };
})();
