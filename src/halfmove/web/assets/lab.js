// The lessons' side in the browser.  The form is all that a page asks for: when it changes, its fields go to the
// server as text ("lesson"), and what comes back (`load`) is put into the elements with a data-slot.  The player
// (halfmovePlayer) steps through the frames without asking anybody; the page's address follows the form and the step.
"use strict";
window.hmLesson = (() => {
  let player = null, film = null, nodes = {}, asked = 0, timer = null, busy = null, begun = false;
  let wanted = null;  // the step that the link asks for, once
  const known = {};   // what the server has said, for data-when
  const hooks = { load: [], pick: null };
  const form = () => document.getElementById("lesson");
  const slot = name => document.querySelector(`[data-slot="${name}"]`);

  function fields() {
    const found = {};
    for (const [name, value] of new FormData(form())) found[name] = name in found ? `${found[name]},${value}` : value;
    for (const box of form().querySelectorAll('input[type="checkbox"]:not([value])'))
      if (!box.matches(":disabled")) found[box.name] = box.checked ? "yes" : "no";
    return found;
  }

  function told() {  // what a link has to say: the fields that are not as they usually are
    const found = new URLSearchParams();
    const usual = {};
    for (const e of form().elements) if (e.name && !e.matches(":disabled")) usual[e.name] = e.dataset.default ?? usual[e.name];
    for (const [name, value] of Object.entries(fields())) if (value !== (usual[name] ?? "")) found.set(name, value);
    return found;
  }

  function link() {
    const found = told();
    if (player && player.step !== player.first) found.set("step", player.step);
    return found;
  }

  function address() {
    const query = link().toString();
    history.replaceState(history.state, "", location.pathname + (query ? "?" + query : ""));
    for (const a of document.querySelectorAll("a[data-file]")) {
      const found = told();
      if (player) found.set("step", player.step);
      a.href = `${a.dataset.file}?${found}`;
    }
    for (const a of document.querySelectorAll("a[data-seed]")) {
      const found = told();
      found.set("seed", a.dataset.seed);
      a.href = `${location.pathname}?${found}`;
    }
  }

  function adapt() {  // show what belongs to the choices made
    const values = { ...fields(), ...known };
    for (const e of document.querySelectorAll("[data-when]")) {
      const [name, choices] = e.dataset.when.split("=");
      const on = choices.split("|").includes(values[name] ?? "");
      e.hidden = !on;
      if (e.tagName === "FIELDSET") e.disabled = !on;
    }
  }

  function waits(text) {
    clearTimeout(busy);
    const box = slot("busy");
    if (!box) return;
    if (text === null) { box.textContent = ""; document.body.classList.remove("hl-waits"); return; }
    busy = setTimeout(() => { box.textContent = text; document.body.classList.add("hl-waits"); }, 350);
  }

  function busyStage(on) { document.querySelector(".hl-stage")?.setAttribute("aria-busy", on); }  // readers wait too

  function ask(extra = {}) {
    clearTimeout(timer);
    adapt();
    asked += 1;
    busyStage(true);
    waits("Searching…");
    emitEvent("lesson", { n: asked, fields: { ...fields(), ...extra } });
  }
  const soon = wait => { clearTimeout(timer); timer = setTimeout(ask, wait); };

  function load(n, data) {
    if (n !== asked) return;
    if (data.progress !== undefined) { waits(data.progress); return; }
    waits(null);
    busyStage(false);
    const error = slot("error");
    if (error) error.textContent = data.error ?? "";
    document.body.classList.toggle("hl-stale", Boolean(data.error));
    if (data.fitting) offer(data.fitting);
    if (data.error) return;
    for (const [name, value] of Object.entries(data.put ?? {})) {
      const field = form().elements[name];
      if (field?.type === "checkbox") field.checked = value === "yes";
      else if (field) field.value = value;
    }
    if (data.chosen && data.chosen !== known.chosen) {  // its options may be set in the link, and were not sent yet
      known.chosen = data.chosen;
      adapt();
      if ([...form().querySelectorAll(`[data-when="chosen=${data.chosen}"] [name]`)].some(e => e.value !== e.dataset.default)) { ask(); return; }
    }
    for (const [name, html] of Object.entries(data.slots ?? {})) if (slot(name)) slot(name).innerHTML = html;
    if (data.nodes) nodes = data.nodes;
    adapt();
    if (data.slots?.picture !== undefined) dress();
    if (data.film) play(data.film);
    for (const hook of hooks.load) hook(data);
    address();
  }

  function offer(names) {  // the searches that fit what is searched, and the one that is chosen
    const select = form().elements.algorithm, chosen = select.value;
    select.replaceChildren(select.options[0], ...names.map(name => new Option(name, name)));
    choose(select, chosen);
  }

  function choose(select, value) {  // also what is not offered yet
    if (![...select.options].some(o => o.value === value)) select.add(new Option(value, value));
    select.value = value;
  }

  function dress() {  // a new picture: how wide it is, and what can be touched in it
    const picture = slot("picture"), svg = picture.querySelector("svg");
    if (svg) svg.style.setProperty("--wide", svg.getAttribute("width") + "px");
    for (const g of picture.querySelectorAll("[data-part^=n]")) g.classList.toggle("hl-touch", g.dataset.part in nodes);
  }

  function play(made) {
    const before = player && { step: player.step, end: player.step === player.last && player.last > player.first };
    if (player) player.dispose();
    const box = slot("player"), picture = slot("picture");
    box.hidden = false;
    film = made;
    player = halfmovePlayer(box.closest("[data-stage]") ?? box, made, { moved: address, follow });
    const step = wanted ?? (before ? (before.end ? player.last : before.step) : made.start ?? player.first);
    if (wanted !== null && innerWidth < 1000) box.scrollIntoView();  // the link is to a step, so that is seen
    wanted = null;
    player.show(Number(step));
    picture.scrollLeft = (picture.scrollWidth - picture.clientWidth) / 2;
    centre();
  }

  function follow(element) {  // scroll the picture, and nothing else
    const box = slot("picture"), b = box.getBoundingClientRect(), e = element.getBoundingClientRect();
    if (e.left < b.left + 12) box.scrollLeft -= b.left + 12 - e.left;
    if (e.right > b.right - 12) box.scrollLeft += e.right - b.right + 12;
    if (e.top < b.top + 12) box.scrollTop -= b.top + 12 - e.top;
    if (e.bottom > b.bottom - 12) box.scrollTop += e.bottom - b.bottom + 12;
  }

  // ---- nodes that are touched
  function touch(event) {
    const part = event.target.closest?.(".hl-touch");
    if (!part) return;
    if (hooks.pick) { hooks.pick(part.dataset.part, nodes[part.dataset.part]); return; }
    const node = nodes[part.dataset.part], dialog = document.getElementById("node");
    if (!dialog || !node) return;
    dialog.querySelector("h2").textContent = node.leaf ? `Leaf ${node.name}` : `Node ${node.name}`;
    dialog.querySelector("[data-do=set]").hidden = !node.leaf;
    dialog.querySelector("[data-do=remove]").hidden = !node.path.length;
    dialog.querySelector("input").value = node.leaf ? node.value : "0";
    dialog.querySelector("label span").textContent = node.leaf ? "Its value" : "The value of a new leaf";
    dialog.dataset.part = part.dataset.part;
    dialog.showModal();
    dialog.querySelector("input").select();
  }

  function change(what) {
    const dialog = document.getElementById("node"), node = nodes[dialog.dataset.part];
    dialog.close();
    const value = dialog.querySelector("input").value.trim();
    ask({ edit: JSON.stringify({ path: node.path, change: what, value }) });
  }

  function fit(button) {  // all of a wide picture, or large enough to read
    const whole = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", whole);
    slot("picture").dataset.fit = whole ? "yes" : "no";
    if (player) centre();
  }

  function centre() {  // the root, or where the search is
    const here = slot("picture").querySelector('[data-part="n0"]');
    if (here) follow(here);
    const at = film?.at[player.step - player.first];
    if (at) follow(slot("picture").querySelector(`[data-part="${at}"]`) ?? here);
  }

  async function copy(button) {
    const url = location.href;
    try { await navigator.clipboard.writeText(url); }
    catch { window.prompt("The link:", url); return; }  // only pages from this machine or by https may write there
    const words = button.textContent;
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = words; }, 1500);
  }

  function begin() {
    if (begun) return;
    begun = true;
    if (innerWidth < 1000) for (const e of document.querySelectorAll("details[data-narrow]")) e.open = false;
    wanted = new URLSearchParams(location.search).get("step");
    const own = form();
    own.addEventListener("submit", event => { event.preventDefault(); ask(); });
    own.addEventListener("input", event => {
      if (event.target.matches("[data-fill]")) return;
      if (own.dataset.manual === undefined && event.target.matches("textarea, input")) soon(500);
      else adapt();
    });
    own.addEventListener("change", event => {
      if (event.target.matches("[data-fill]")) { fill(event.target); return; }
      if (event.target.name === "game")  // what was said of another game is not meant of this one
        for (const name of ["parameters", "moves", "position", "depth"]) if (own.elements[name]) own.elements[name].value = own.elements[name].dataset.default ?? "";
      if (event.target.name === "algorithm" && "chosen" in known) known.chosen = event.target.value === "auto" ? "" : event.target.value;
      if (own.dataset.manual !== undefined) { adapt(); address(); return; }
      if (event.target.matches("select, input[type=checkbox], input[type=radio]")) ask();
    });
    document.addEventListener("click", event => {
      const what = event.target.closest?.("[data-act]")?.dataset.act;
      if (what === "fit") fit(event.target.closest("[data-act]"));
      else if (what === "copy") copy(event.target.closest("[data-act]"));
      else if (what === "stop") emitEvent("lesson-stop", {});
      else if (hooks.act?.(what, event)) return;
      else touch(event);
    });
    const dialog = document.getElementById("node");
    if (dialog) {
      for (const b of dialog.querySelectorAll("[data-do]")) b.onclick = () => change(b.dataset.do === "set" ? "value" : b.dataset.do);
      dialog.querySelector("input").addEventListener("keydown", event => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        change(nodes[dialog.dataset.part].leaf ? "value" : "add");
      });
      dialog.addEventListener("click", event => { if (event.target === dialog) dialog.close(); });
    }
    known.chosen = fields().algorithm ?? "";
    if (known.chosen === "auto") known.chosen = "";
    ask();
  }

  function fill(select) {  // a figure of a textbook: its fields are put into the form
    const chosen = JSON.parse(select.selectedOptions[0].dataset.fields ?? "{}");
    select.value = "";
    if (!Object.keys(chosen).length) return;
    for (const e of form().elements) {
      if (!e.name || e.dataset.default === undefined) continue;
      const value = chosen[e.name] ?? e.dataset.default;
      if (e.type === "checkbox") e.checked = value === "yes";
      else if (e.tagName === "SELECT") choose(e, value);
      else e.value = value;
    }
    known.chosen = chosen.algorithm ?? "";
    if (player) { player.dispose(); player = null; }
    ask();
  }

  return { begin, load, known, ask, fields, form, slot, hooks, address, get player() { return player; }, get nodes() { return nodes; } };
})();
