// Changes of elements where they stand: what the toolkit knows of them is set, and the document; nothing is
// drawn anew (`web.outbox` says which elements).
window.halfmoveChange = (changes) => {
  const elements = Vue.toRaw(mounted_app.elements);
  for (const [id, { class: classes = [], style = {}, props = {} }] of changes) {
    const known = elements[id], shown = getElement(id);
    if (!known) continue; // it is gone
    const before = known.props;
    const dressed = known.class.join(" ") !== classes.join(" ");
    const written = (style) => Object.entries(style).map(([name, value]) => `${name}:${value};`).join("");
    const styled = written(known.style) !== written(style);
    Object.assign(known, { class: classes, style, props });
    if (!shown) continue; // in a dialog that is closed: it is drawn when that is opened
    const target = shown.$el || shown;
    if (dressed) target.className = classes.join(" ");
    if (styled) target.style.cssText = written(style);
    for (const name of new Set([...Object.keys(before), ...Object.keys(props)])) {
      const value = props[name];
      if (value === before[name]) continue;
      if (name === "innerHTML") {
        shown.$.props.innerHTML = value;
        shown.renderContent();
      } else if (value === undefined || value === false || value === null) target.removeAttribute(name);
      else target.setAttribute(name, value === true ? "" : value);
    }
  }
};
