// A board in a notebook: the picture, a layer of points to touch over it, and buttons.  What the touches mean, and what
// is shown, says Python (`Board.content`); here is only which points are chosen.
const SVG = "http://www.w3.org/2000/svg";

function element(name, attributes = {}, text = "") {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function render({ model, el }) {
  const root = element("div", { class: "hmn" });
  el.appendChild(root);
  let chosen = [];

  const say = (message) => model.send(message);
  const begins = (move, touches) => touches.every((name, i) => move[i] === name);

  function touch(name) {
    const moves = model.get("content").moves;
    const fits = (touches) => moves.filter((move) => begins(move, touches));
    let next = [...chosen, name];
    if (!fits(next).length) next = chosen[chosen.length - 1] === name || !fits([name]).length ? [] : [name];
    const fit = fits(next);
    if (next.length && fit.some((move) => move.length === next.length) && fit.every((move) => move.length === next.length)) {
      chosen = [];
      say({ kind: "touches", touches: next });
    } else chosen = next;
    show(name);
  }

  function layer(content) {
    const made = face.querySelector("svg");
    const box = made.getAttribute("viewBox") || `0 0 ${made.getAttribute("width")} ${made.getAttribute("height")}`;
    const over = shape("svg", { viewBox: box, class: "hmn-layer", role: "group", "aria-label": "board" });
    const places = new Map(content.points.map((p) => [p.name, p]));
    const middle = (p) => [p.x + p.width / 2, p.height > 2 * p.width ? p.y + p.width / 2 : p.y + p.height / 2];
    for (const place of content.last) over.append(shape("rect", { ...place, class: "hmn-last" }));
    const open = content.moves.filter((move) => begins(move, chosen) && move.length > chosen.length);
    const targets = new Set(open.map((move) => move[chosen.length]));
    for (const p of content.points) {
      const can = targets.has(p.name) || content.moves.some((move) => move[0] === p.name);
      const rect = shape("rect", {
        x: p.x, y: p.y, width: p.width, height: p.height, "data-point": p.name, role: "button", "aria-label": p.name,
        class: `hmn-point${can ? " hmn-can" : ""}${chosen.includes(p.name) ? " hmn-chosen" : ""}`,
        tabindex: can ? 0 : -1,
      });
      rect.addEventListener("click", () => touch(p.name));
      rect.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        touch(p.name);
      });
      over.append(rect);
      if (chosen.length && targets.has(p.name)) {
        const [cx, cy] = middle(p);
        over.append(shape("circle", { cx, cy, r: Math.min(p.width, p.height) * .16, class: "hmn-target" }));
      }
    }
    for (const hint of content.hints) {
      const from = places.get(hint.touches[0]), to = places.get(hint.touches[hint.touches.length - 1]);
      if (!from || !to) continue;
      const size = Math.min(from.width, from.height), [x1, y1] = middle(from), [x2, y2] = middle(to);
      const width = size * .12;
      if (from !== to) over.append(shape("line", { x1, y1, x2, y2, class: "hmn-hint", "stroke-width": width }));
      over.append(shape("circle", { cx: x2, cy: y2, r: size * .36, class: "hmn-hint", "stroke-width": width }));
    }
    return over;
  }

  const face = element("div", { class: "hmn-face" });
  const status = element("div", { class: "hmn-status", role: "status" });
  const choices = element("div", { class: "hmn-row" });
  const typed = element("form", { class: "hmn-row" });
  const field = element("input", { "aria-label": "a move in the game's notation", placeholder: "a move" });
  typed.append(field, element("button", { type: "submit" }, "Play"));
  typed.addEventListener("submit", (event) => {
    event.preventDefault();
    say({ kind: "move", text: field.value });
    field.value = "";
  });
  field.addEventListener("keydown", (event) => event.stopPropagation()); // the notebook's own keys
  const bar = element("div", { class: "hmn-row" });
  const buttons = {};
  for (const [name, sign, label, message] of [
    ["first", "|◀", "to the beginning", () => ({ kind: "step", ply: 0 })],
    ["back", "◀", "a move back", () => ({ kind: "step", ply: model.get("content").ply - 1 })],
    ["next", "▶", "a move on", () => ({ kind: "step", ply: model.get("content").ply + 1 })],
    ["last", "▶|", "to the last move", () => ({ kind: "step", ply: model.get("content").plies })],
    ["undo", "Undo", "take the last move back", () => ({ kind: "undo" })],
    ["hint", "Hint", "show the best move", () => ({ kind: "hint" })],
    ["begin", "New game", "begin anew", () => ({ kind: "begin" })],
  ]) {
    const button = element("button", { type: "button", title: label, "aria-label": label, "data-do": name }, sign);
    button.addEventListener("click", () => say(message()));
    buttons[name] = button;
    bar.append(button);
  }
  const told = element("div", { class: "hmn-moves", "aria-label": "moves" });
  root.append(face, status, choices, typed, bar, told);

  function show(focused) {
    const content = model.get("content");
    face.innerHTML = content.svg;
    const over = layer(content);
    face.append(over);
    if (typeof focused === "string") {
      const again = [...over.querySelectorAll("[data-point]")].find((point) => point.dataset.point === focused);
      if (again) again.focus({ preventScroll: true });
    }
    status.textContent = content.status;
    choices.replaceChildren(...content.buttons.map((text) => {
      const button = element("button", { type: "button" }, text);
      button.addEventListener("click", () => say({ kind: "move", text }));
      return button;
    }));
    typed.hidden = !content.typed;
    typed.style.display = content.typed ? "" : "none";
    buttons.first.disabled = buttons.back.disabled = content.ply === 0;
    buttons.last.disabled = buttons.next.disabled = content.ply === content.plies;
    buttons.undo.disabled = content.plies === 0;
    buttons.hint.disabled = content.thinking || !content.moves.length && !content.buttons.length && !content.typed;
    told.textContent = content.told.join(" ");
    root.setAttribute("aria-busy", content.thinking);
  }

  const changed = () => { chosen = []; show(); };
  model.on("change:content", changed);
  show();
  return () => model.off("change:content", changed);
}

export default { render };
