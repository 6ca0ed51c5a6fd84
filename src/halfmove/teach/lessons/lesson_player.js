// A lesson in the browser: one step at a time by buttons, arrow keys or a link (#step-3); searches to step through
// (player.js); questions marked here, with their reasons.  Answers are kept in this browser alone (localStorage) and
// can be saved as CSV or JSON.  Everything that is shown is in the page already; nothing is asked of a server.
"use strict";
function halfmoveLesson(article) {
  const name = article.dataset.lesson, place = "halfmove-lesson:" + name;
  const players = new Map();
  const steps = [...article.querySelectorAll(".le-step")], ways = [...article.querySelectorAll(".le-menu a")];
  const at = what => article.querySelector(`[data-le="${what}"]`);
  const marks = !("markedElsewhere" in article.dataset);  // whoever shows the page has the questions then
  let kept = {}, here = 0;
  try { kept = JSON.parse(localStorage.getItem(place) ?? "{}") ?? {}; } catch { kept = {}; }  // not ours, or no storage
  kept.answers ??= {};

  function keep() {
    try { localStorage.setItem(place, JSON.stringify(kept)); } catch { /* a browser that keeps nothing: said below */ }
    if (marks) score();
  }

  // ---- steps
  function show(number, { focus = true, address = true } = {}) {
    here = Math.min(Math.max(number, 0), steps.length - 1);
    steps.forEach((step, i) => step.classList.toggle("le-here", i === here));
    ways.forEach((way, i) => i === here ? way.setAttribute("aria-current", "step") : way.removeAttribute("aria-current"));
    at("back").disabled = here === 0;
    at("next").disabled = here === steps.length - 1;
    at("count").textContent = `${here + 1} / ${steps.length}`;
    article.querySelector("progress").value = here + 1;
    for (const menu of article.querySelectorAll(".le-menu")) menu.open = false;
    for (const box of steps[here].querySelectorAll(".le-player")) begin(box);
    if (address) history.replaceState(history.state, "", "#step-" + (here + 1));
    kept.step = here + 1;
    keep();
    if (focus) {
      steps[here].querySelector("h2").focus({ preventScroll: true });
      (document.fullscreenElement ?? document.scrollingElement).scrollTo(0, 0);
    }
  }
  const asked = () => Number((/^#step-(\d+)$/.exec(location.hash) ?? [])[1]) - 1;

  function begin(box) {  // a search, the first time that its step is seen
    if (box.dataset.begun) return;
    box.dataset.begun = "yes";
    const film = JSON.parse(box.querySelector('[data-le="film"]').content.textContent);
    const picture = box.querySelector(".le-picture");
    const follow = element => {
      const b = picture.getBoundingClientRect(), e = element.getBoundingClientRect();
      if (e.left < b.left + 12) picture.scrollLeft -= b.left + 12 - e.left;
      if (e.right > b.right - 12) picture.scrollLeft += e.right - b.right + 12;
      if (e.top < b.top + 12) picture.scrollTop -= b.top + 12 - e.top;
      if (e.bottom > b.bottom - 12) picture.scrollTop += e.bottom - b.bottom + 12;
    };
    const player = halfmovePlayer(box, film, { keyboard: box, follow });
    player.show(film.start);
    players.set(box, player);
    picture.scrollLeft = (picture.scrollWidth - picture.clientWidth) / 2;
  }

  // ---- questions
  function number(text) {  // 1,024, −3, 2.5, 1/3
    const plain = text.replace(/[−–]/g, "-").replace(/\s/g, "").replace(/,(?=\d{3}(\D|$))/g, "");
    const found = /^([+-]?\d*\.?\d+|[+-]?\d+\.)(?:\/(\d+))?$/.exec(plain);
    return found ? Number(found[1]) / Number(found[2] ?? 1) : NaN;
  }
  function fits(blank, text) {
    const said = text.trim().replace(/\s+/g, " ").toLowerCase();
    if (blank.words) return blank.words.includes(said);
    return Math.abs(number(said) - blank.value) <= blank.close + 1e-9;
  }
  const bold = (good, text) => `<b class="le-${good ? "good" : "bad"}">${text}</b>`;
  const plain = text => { const e = document.createElement("span"); e.textContent = text; return e.innerHTML; };

  function question(box) {
    const told = JSON.parse(box.querySelector('[data-le="asked"]').content.textContent), form = box.querySelector("form");
    const said = box.querySelector(".le-said"), again = box.querySelector('[data-le="again"]');
    const show = box.querySelector('[data-le="show"]'), check = form.querySelector(".hm-main-button");
    const options = [...box.querySelectorAll(".le-option")];
    const blanks = [...box.querySelectorAll(".le-blank")];
    const field = blank => blank.querySelector("input, select");

    function given() {
      if (told.options) return options.flatMap((o, i) => o.querySelector("input").checked ? [i] : []);
      return blanks.map(blank => field(blank).value);
    }
    function mark(answer, shown) {
      let points = 0, reasons = told.reasons;
      if (told.options) {
        const right = new Set(told.right), chosen = new Set(answer);
        const good = told.several ? right.size === chosen.size && [...right].every(i => chosen.has(i))
          : chosen.size === 1 && right.has(answer[0]);
        points = good ? 1 : 0;
        options.forEach((o, i) => {
          o.classList.toggle("le-good", right.has(i));
          o.classList.toggle("le-bad", chosen.has(i) && !right.has(i));
        });
        const wrong = told.options.map((_, i) => i).filter(i => right.has(i) !== chosen.has(i));
        const about = good ? (told.several ? [] : answer) : wrong;
        reasons = [...about.map(i => told.remarks[i]).filter(Boolean), ...reasons];
      } else blanks.forEach((blank, i) => {
        const good = fits(told.blanks[i], answer[i] ?? "");
        points += good;
        blank.classList.toggle("le-good", good);
        blank.classList.toggle("le-bad", !good);
      });
      const all = points === told.points;
      box.dataset.done = shown ? "shown" : all ? "right" : points ? "half" : "wrong";
      const head = shown ? "" : all ? bold(true, "Right.") : bold(false, points ? `${points} of ${told.points} right.` : "Not yet.");
      const list = [...new Set(reasons)].map(reason => `<li>${reason}</li>`).join("");
      said.innerHTML = `<p>${head} ${all && !shown ? "" : "The answer: <b>" + plain(told.answer) + "</b>."}</p>`
        + (list ? `<ul>${list}</ul>` : "");
      form.querySelector("fieldset").disabled = true;
      check.hidden = show.hidden = true;
      again.hidden = false;
      return points;
    }
    function keepAnswer(answer, points, shown) {
      const before = kept.answers[box.dataset.question];
      kept.answers[box.dataset.question] = {
        given: told.options ? answer.map(i => told.options[i]) : answer, points, most: told.points, shown,
        tries: (before?.tries ?? 0) + 1, first: before?.first ?? (shown ? 0 : points), at: new Date().toISOString(),
      };
      keep();
    }
    form.addEventListener("submit", event => {
      event.preventDefault();
      const answer = given();
      if (told.options ? !answer.length : answer.every(text => !text.trim())) { said.textContent = "Answer first, please."; return; }
      keepAnswer(answer, mark(answer, false), false);
      again.focus();
    });
    show.addEventListener("click", () => {
      const answer = given();
      mark(answer, true);
      keepAnswer(answer, 0, true);
      again.focus();
    });
    again.addEventListener("click", () => {
      box.removeAttribute("data-done");
      form.querySelector("fieldset").disabled = false;
      for (const one of [...options, ...blanks]) one.classList.remove("le-good", "le-bad");
      said.textContent = "";
      check.hidden = show.hidden = false;
      again.hidden = true;
      (options[0]?.querySelector("input") ?? field(blanks[0])).focus();
    });
    const before = kept.answers[box.dataset.question];  // as it was left
    if (before && Array.isArray(before.given)) {
      const answer = told.options ? before.given.map(text => told.options.indexOf(text)) : before.given;
      if (told.options ? answer.every(i => i >= 0) : answer.length === blanks.length) {
        if (told.options) answer.forEach(i => { options[i].querySelector("input").checked = true; });
        else blanks.forEach((blank, i) => { field(blank).value = String(answer[i]); });
        mark(answer, Boolean(before.shown));
      }
    }
  }

  // ---- what the reader has answered
  const questions = [...article.querySelectorAll(".le-question")];
  function rows() {
    return questions.map(box => {
      const told = JSON.parse(box.querySelector('[data-le="asked"]').content.textContent);
      const found = kept.answers[box.dataset.question];
      return {
        lesson: name, question: box.dataset.question, step: steps.indexOf(box.closest(".le-step")) + 1,
        given: found ? found.given : null, points: found ? found.points : 0, most: told.points,
        first: found ? found.first : 0, tries: found ? found.tries : 0, shown: Boolean(found?.shown), at: found?.at ?? null,
      };
    });
  }
  function score() {
    const found = rows(), done = found.filter(row => row.at).length;
    const points = found.reduce((sum, row) => sum + row.points, 0), most = found.reduce((sum, row) => sum + row.most, 0);
    at("score").textContent = `${done} of ${found.length} questions answered, ${points} of ${most} points.`;
  }
  function save(ending, type, text) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = `${name}-answers.${ending}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }
  const cell = value => {  // as spreadsheets read it; a formula stays text
    const text = Array.isArray(value) ? value.join("; ") : String(value ?? "");
    const safe = /^[=+@\t\r]|^-(?![\d.])/.test(text) ? "'" + text : text;
    return /[",\n\r]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
  };
  if (marks) {
    at("json").onclick = () => save("json", "application/json",
      JSON.stringify({ format: "halfmove answers 1", lesson: name, saved: new Date().toISOString(), answers: rows() }, null, 2) + "\n");
    at("csv").onclick = () => {
      const found = rows();
      const lines = [Object.keys(found[0] ?? { lesson: 0 }), ...found.map(row => Object.values(row))];
      save("csv", "text/csv", lines.map(line => line.map(cell).join(",")).join("\n") + "\n");
    };
    at("forget").onclick = () => {
      kept = { step: here + 1, answers: {} };
      keep();
      for (const box of questions) {
        const again = box.querySelector('[data-le="again"]');
        if (!again.hidden) again.click();
        box.querySelector("form").reset();
      }
      at("forget").focus();
    };
  }

  // ---- paper: searches as they end, the answers last
  let before = null, wantedPrint = "all";
  function key() {
    const section = document.createElement("section"), list = document.createElement("ol");
    section.className = "le-key";
    section.innerHTML = "<h2>Answers</h2>";
    for (const box of questions) {
      const told = JSON.parse(box.querySelector('[data-le="asked"]').content.textContent), row = document.createElement("li");
      row.innerHTML = `<b>${plain(told.answer)}</b>` + (told.reasons.length ? `<br>${told.reasons.slice(0, 3).join(" ")}` : "");
      list.append(row);
    }
    section.append(list);
    return section;
  }
  addEventListener("beforeprint", () => {
    if (before || !article.isConnected) return;
    before = [];
    for (const box of article.querySelectorAll(".le-player:not([data-exercise])")) {
      begin(box);
      const player = players.get(box);
      before.push([player, player.step]);
      player.show(player.last);
    }
    if (!marks || wantedPrint === "lesson" || !questions.length) return;
    article.append(key());
    article.dataset.print = wantedPrint;
  });
  addEventListener("afterprint", () => {
    for (const [player, step] of before ?? []) player.show(step);
    article.querySelector(".le-key")?.remove();
    delete article.dataset.print;
    before = null;
    wantedPrint = "all";
  });
  for (const button of article.querySelectorAll("[data-print-what]")) button.onclick = () => {
    button.closest("details").open = false;
    wantedPrint = button.dataset.printWhat;
    print();
  };

  // ---- keys and buttons
  const full = at("full");
  function fullScreen() { if (document.fullscreenElement) document.exitFullscreen(); else article.requestFullscreen?.(); }
  full.hidden = !article.requestFullscreen;
  full.onclick = fullScreen;
  document.addEventListener("fullscreenchange", () => {
    full.textContent = document.fullscreenElement ? "Leave full screen" : "Full screen";
  });
  at("back").onclick = () => show(here - 1);
  at("next").onclick = () => show(here + 1);
  ways.forEach((way, i) => way.addEventListener("click", event => { event.preventDefault(); show(i); }));
  addEventListener("hashchange", () => { const wanted = asked(); if (wanted >= 0) show(wanted, { address: false }); });
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || !article.isConnected) return;
    if (event.target.closest?.("input, textarea, select, dialog, [contenteditable]")) return;
    const keys = {
      ArrowRight: () => show(here + 1), PageDown: () => show(here + 1),
      ArrowLeft: () => show(here - 1), PageUp: () => show(here - 1), f: fullScreen,
    };
    if (event.key in keys) { event.preventDefault(); keys[event.key](); }
  });
  if (marks) questions.forEach(question);
  article.classList.add("le-played");
  document.documentElement.classList.add("le-ready");
  const wanted = asked();
  show(wanted >= 0 ? wanted : (kept.step ?? 1) - 1, { focus: false, address: wanted >= 0 });
  requestAnimationFrame(() => scrollTo(0, 0));  // not to where the browser found the step before it stood alone
}
