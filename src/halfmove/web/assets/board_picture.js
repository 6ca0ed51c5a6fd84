// The picture, and how pieces get from one to the next.
//
// The server sends the whole picture once, then what is new in it: a list of its elements, of which most are
// runs of those that are there already.  A move that only takes a piece from point to point is shown before the
// server has answered, and its picture confirms it.
const SVG = "http://www.w3.org/2000/svg";
const SLIDE = 160; // milliseconds

export default {
  props: { svg: String },
  data: () => ({ box: "0 0 100 100", dropped: false, skip: null }),
  created() { // of the picture as it stands, element for element; nothing of it is watched
    Object.assign(this, { nodes: [], texts: [], head: "", coming: null, foreseen: null });
  },
  mounted() { this.show(null, this.svg); },
  watch: {
    last() { this.tint(); },
    faded() { this.fade(); },
    svg(now, before) {
      this.chosen = [];
      this.show(before, now);
    },
  },
  methods: {
    // ---- from the server
    write({ count, head, parts }) { // the picture with these parts; empty where they belong to another one
      if (count !== this.nodes.length) return "";
      this.head = head;
      this.coming = parts.flatMap((part) => typeof part === "string" ? [part]
        : Array.from({ length: part[1] }, (_, i) => part[0] + i));
      return this.head + this.coming.map((part) => typeof part === "string" ? part : this.texts[part]).join("") + "</svg>";
    },
    show(before, now) {
      const parts = this.coming, foreseen = this.foreseen, skip = this.skip;
      this.coming = this.foreseen = this.skip = null;
      this.dropped = false;
      const { gone, come } = parts ? this.patch(parts) : this.replace(now, before);
      const svg = this.$refs.picture.querySelector("svg");
      if (!svg) return;
      this.tint();
      this.fade();
      if (before && !this.free) window.halfmoveKnock();
      if (before && window.halfmoveMoves()) this.animate(gone, this.pieces(come), skip, foreseen);
    },
    redraw() { this.show(null, this.svg); },
    replace(now, before) { // all of it
      const picture = this.$refs.picture;
      const gone = before ? this.pieces([picture]) : new Map();
      picture.innerHTML = now || "";
      const svg = picture.querySelector("svg");
      if (!svg) return { gone, come: [] };
      this.nodes = [...svg.children];
      this.texts = this.nodes.map((node) => node.outerHTML);
      this.head = now.slice(0, now.indexOf(">", now.indexOf("<svg")) + 1);
      this.box = svg.getAttribute("viewBox") || `0 0 ${svg.width.baseVal.value} ${svg.height.baseVal.value}`;
      const [, , wide, high] = this.box.split(" ").map(Number);
      (this.$el.closest(".hm-table-page") || this.$el.parentElement).style.setProperty("--ratio", wide / high); // as wide as its height allows
      return { gone, come: this.nodes };
    },
    patch(parts) { // what is new; the rest stays, whatever moves there
      const svg = this.$refs.picture.querySelector("svg");
      const stays = new Set(parts.filter((part) => typeof part !== "string"));
      const leaving = this.nodes.filter((_, i) => !stays.has(i));
      const gone = this.pieces(leaving);
      const fresh = document.createElementNS(SVG, "g");
      fresh.innerHTML = parts.filter((part) => typeof part === "string").join("");
      const come = [...fresh.children], waiting = [...come];
      const texts = parts.map((part) => typeof part === "string" ? part : this.texts[part]);
      const nodes = parts.map((part) => typeof part === "string" ? waiting.shift() : this.nodes[part]);
      for (const node of leaving) this.holder(node).remove();
      for (const tint of svg.querySelectorAll(":scope > .hm-last")) tint.remove();
      const named = new DOMParser().parseFromString(this.head + "</svg>", "image/svg+xml").documentElement;
      svg.setAttribute("aria-label", named.getAttribute("aria-label") || "");
      let next = svg.firstElementChild;
      for (const node of nodes.map((node) => node.parentNode === fresh ? node : this.holder(node)))
        if (node === next) next = next.nextElementSibling;
        else svg.insertBefore(node, next);
      Object.assign(this, { nodes, texts });
      return { gone, come };
    },
    holder(node) { // itself, or what moves it
      while (node.parentNode && node.parentNode.tagName !== "svg") node = node.parentNode;
      return node;
    },

    // ---- before the server has answered
    foresee(touches) {
      const [start, end] = touches.map((name) => this.places.get(name));
      const piece = touches.length === 2 && this.pieceOn(touches[0]);
      if (!piece || !start || !end || start.width !== end.width || start.height !== end.height) return;
      if (this.places.get(touches[0]).height > 2 * start.width) return; // pieces lie on each other there
      const taken = this.pieceOn(touches[1]);
      if (taken) taken.style.visibility = "hidden";
      const dx = end.x - start.x, dy = end.y - start.y;
      piece.parentNode.appendChild(piece);
      piece.setAttribute("transform", `translate(${dx} ${dy}) ${piece.getAttribute("transform") || ""}`);
      if (window.halfmoveMoves()) this.slide({ element: piece }, -dx, -dy, SLIDE);
      this.foreseen = { name: touches[0], dx, dy, since: performance.now() };
      this.dropped = true; // it goes back where it comes to nothing
      this.tint(touches);
    },

    // ---- pieces
    pieceOn(name) {
      for (const piece of this.$refs.picture.querySelectorAll("[data-at]"))
        if (piece.dataset.at === name) return piece;
      return null;
    },
    tint(touches = this.last) { // the last move's squares, under the pieces
      const svg = this.$refs.picture.querySelector("svg");
      if (!svg) return;
      for (const old of svg.querySelectorAll(".hm-last")) old.remove();
      const first = svg.querySelector(":scope > [data-at], :scope > g > [data-at]:only-child");
      for (const name of touches) {
        const p = this.places.get(name);
        if (!p) continue;
        const rect = document.createElementNS(SVG, "rect");
        for (const side of ["x", "y", "width", "height"]) rect.setAttribute(side, p[side]);
        rect.setAttribute("class", "hm-last");
        svg.insertBefore(rect, first && (first.parentNode === svg ? first : first.parentNode));
      }
    },
    fade() {
      for (const piece of this.$refs.picture.querySelectorAll("[data-at]"))
        piece.classList.toggle("hm-faded", this.faded.includes(piece.dataset.at));
    },
    pieces(nodes) { // those in some elements, by where they stand
      const found = new Map();
      for (const node of nodes)
        for (const element of node.matches("[data-at]") ? [node] : node.querySelectorAll("[data-at]")) {
          const box = element.getBBox();
          const moved = element.transform.baseVal.consolidate();
          const place = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
          const { x, y } = moved ? place.matrixTransform(moved.matrix) : place;
          found.set(element.dataset.at, {
            element, at: element.dataset.at, look: this.look(element), x, y, size: box.height,
          });
        }
      return found;
    },
    look(element) { // what it is, wherever it stands
      return element.tagName + (element.getAttribute("fill") || "") + element.innerHTML;
    },

    // ---- movement
    animate(old, now, skip, foreseen) {
      const gone = [...old.values()].filter((p) => !now.has(p.at) || now.get(p.at).look !== p.look);
      const come = [...now.values()].filter((p) => !old.has(p.at) || old.get(p.at).look !== p.look);
      if (gone.length + come.length > 12) return; // another position, not a move
      for (const piece of come) {
        const from = gone.findIndex((p) => p.look === piece.look);
        if (from >= 0) {
          const [start] = gone.splice(from, 1);
          if (start.at === foreseen?.name) this.go_on(piece, foreseen);
          else if (start.at !== skip) this.slide(piece, start.x - piece.x, start.y - piece.y, SLIDE);
        } else if (old.has(piece.at)) this.turn(piece);
        else this.arrive(piece);
      }
    },
    go_on(piece, { dx, dy, since }) { // where the element of before was on its way
      const passed = performance.now() - since;
      if (passed < SLIDE) this.slide(piece, -dx, -dy, SLIDE).currentTime = passed;
    },
    turn(piece) { // what shows its other side, where it stands
      const wrap = this.wrap(piece);
      wrap.style.transformBox = "fill-box";
      wrap.style.transformOrigin = "center";
      this.move(wrap, [{ transform: "scaleX(0)" }, { transform: "none" }], { duration: 240, easing: "ease-out" });
    },
    arrive(piece) {
      const [x, y] = (piece.element.dataset.from || "").split(" ").map(Number);
      if (y !== undefined) { // dealt, bet or paid
        this.slide(piece, x - piece.x, y - piece.y, 320);
        return;
      }
      const column = this.points.find((p) => p.height > 2 * p.width && piece.x > p.x && piece.x < p.x + p.width);
      if (column) this.slide(piece, 0, column.y - piece.size - piece.y, 260, "cubic-bezier(.5,0,.8,.6)");
      else piece.element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 120 });
    },
    wrap(piece) {
      const wrap = document.createElementNS(SVG, "g");
      piece.element.replaceWith(wrap);
      wrap.appendChild(piece.element);
      return wrap;
    },
    slide(piece, dx, dy, duration, easing = "ease-out") {
      const frames = [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }];
      return this.move(this.wrap(piece), frames, { duration, easing });
    },
    move(wrap, frames, how) { // what is wrapped, and unwrap it
      const movement = wrap.animate(frames, how);
      movement.onfinish = () => wrap.replaceWith(...wrap.childNodes);
      return movement;
    },
  },
};
