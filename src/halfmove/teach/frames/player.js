// The step-by-step player of a search: one script for the pages that stand alone and for those in the browser.
// In `root` there are the controls (see player.py), elements with a data-part whose content changes, and the
// sentence.  `data` is what `player_data` and its kin make; `hooks.moved(step)` and `hooks.follow(element)`
// are told where the player is; `hooks.keyboard` is the element whose keys it hears (the whole document).
"use strict";
function halfmovePlayer(root, data, hooks = {}) {
  const first = data.first ?? 1, last = first + data.sentences.length - 1;
  const stops = data.stops ?? [];
  const at = name => root.querySelector(`[data-do="${name}"]`);
  const parts = new Map();
  for (const part of root.querySelectorAll("[data-part]")) parts.set(part.dataset.part, part);
  const shown = new Map();
  let step = first, timer = null;

  function look(history, step) {  // the last entry that is not later than the step
    let low = 0, high = history.length - 1, found = 0;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (history[middle][0] <= step) { found = middle; low = middle + 1; } else high = middle - 1;
    }
    return found;
  }

  function show(wanted) {
    step = Math.min(Math.max(Math.round(wanted) || first, first), last);
    for (const [name, history] of Object.entries(data.changes)) {
      const index = look(history, step), part = parts.get(name);
      if (part && shown.get(name) !== index) {
        const content = history[index][1];
        part.innerHTML = typeof content === "number" ? data.shared[content] : content;
        shown.set(name, index);
      }
    }
    const here = parts.get(data.at[step - first]);
    if (here) (hooks.follow ?? (e => e.scrollIntoView({ block: "nearest", inline: "nearest" })))(here);
    at("sentence").textContent = data.sentences[step - first];
    at("count").textContent = step + " / " + last;
    at("slider").value = step;
    at("first").disabled = at("back").disabled = step === first;
    at("last").disabled = at("next").disabled = step === last;
    if (at("stop")) at("stop").disabled = !stops.some(k => k > step);
    if (step === last) stop();
    hooks.moved?.(step);
  }

  function stop() { clearInterval(timer); timer = null; at("play").textContent = "run"; }

  function run() {
    if (timer) return stop();
    if (step === last) show(first);
    timer = setInterval(() => show(step + 1), 900);
    at("play").textContent = "stop";
  }

  const go = wanted => { stop(); show(wanted); };
  const toStop = () => go(stops.find(k => k > step) ?? step);
  const actions = {
    first: () => go(first), back: () => go(step - 1), next: () => go(step + 1), last: () => go(last),
    play: run, stop: toStop,
  };
  for (const [name, action] of Object.entries(actions)) if (at(name)) at(name).onclick = action;
  const slider = at("slider");
  slider.min = first;
  slider.max = last;
  slider.oninput = () => go(Number(slider.value));
  if (at("stop")) {
    at("stop").hidden = !stops.length;
    if (data.stopName) {
      at("stop").textContent = data.stopName;
      at("stop").title = `to the ${data.stopName} (${data.stopKey})`;
    }
  }

  function key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    const target = event.target;
    if (target.closest?.('input:not([type="range"]), textarea, select, dialog, [contenteditable]')) return;
    const keys = { ArrowRight: actions.next, ArrowLeft: actions.back, Home: actions.first, End: actions.last };
    if (stops.length && data.stopKey) keys[data.stopKey] = toStop;
    if (event.key in keys) { event.preventDefault(); keys[event.key](); }
    else if (event.key === " " && !target.closest?.("button, a, summary, input")) {
      event.preventDefault();
      run();
    }
  }
  const keyboard = hooks.keyboard ?? document;
  keyboard.addEventListener("keydown", key);

  const dispose = () => { stop(); keyboard.removeEventListener("keydown", key); };
  return { go, show, dispose, get step() { return step; }, first, last };
}
