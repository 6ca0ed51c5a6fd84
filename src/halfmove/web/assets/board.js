// The board: a game's picture with a layer of points to touch over it.
//
// The server says which points there are, which sequences of touches are moves, and what the picture looks
// like; here is what must not wait for it: what is chosen, where it may go, and dragging.  Pieces are the elements with data-at.  Habits with a file of their own are mixed in.
import marks from "/assets/board_marks.js";
import picture from "/assets/board_picture.js";
import premove from "/assets/board_premove.js";
import setup from "/assets/board_setup.js";
import threats from "/assets/board_threats.js";
import touch from "/assets/board_touch.js";
import wheel from "/assets/board_wheel.js";
import why from "/assets/board_why.js";

export default {
  mixins: [marks, picture, premove, setup, threats, touch, wheel, why],
  template: `
    <div class="hm-board" :class="{'hm-busy': !moves.length && !free}">
      <div ref="view" :class="{'hm-enlarged': enlarged}"><div class="hm-face">
      <div class="hm-picture" ref="picture"></div>
      <svg class="hm-layer" :class="{'hm-placing': placing}" ref="layer" :viewBox="box" role="application" :aria-label="label"
           @pointerdown="down" @keydown="key" @contextmenu.prevent>
        <g v-for="(p, i) in points" :key="p.name">
          <rect :x="p.x" :y="p.y" :width="p.width" :height="p.height" class="hm-point" :class="marks(p.name)"
                :data-point="p.name" role="button" :tabindex="i === at ? 0 : -1" :aria-label="spoken(p)"
                :aria-pressed="chosen.includes(p.name) || faded.includes(p.name)" @focus="at = i"/>
          <circle v-if="targets.has(p.name)" class="hm-target" :cx="p.x + p.width / 2" :cy="middle(p)"
                  :r="Math.min(p.width, p.height) * (filled(p.name) ? .46 : .16)"
                  :class="{'hm-ring': filled(p.name)}"/>
        </g>
        <rect v-for="(q, i) in squares" :key="'q' + i" class="hm-owner" :x="q.x" :y="q.y" :width="q.side"
              :height="q.side" :fill="q.fill" :opacity="q.opacity"/>
        <g v-for="n in numbers" :key="'n' + n.text">
          <text class="hm-number" :x="n.x" :y="n.y" :font-size="n.size" :fill="n.fill"
                aria-hidden="true">{{ n.text }}</text>
          <circle v-for="ring in n.last ? rings(n) : []" :key="ring.stroke" class="hm-dot" :cx="n.x" :cy="n.y"
                  :r="n.size * .45" v-bind="ring"/>
        </g>
        <g v-for="(s, i) in signs" :key="'s' + i" class="hm-sign" :data-sign="s.kind" aria-hidden="true">
          <text v-if="s.text" :x="s.x" :y="s.y" :font-size="s.size" :fill="s.ink" :stroke="s.halo"
                :stroke-width="3 * s.width">{{ s.text }}</text>
          <path v-else :d="s.path" :stroke="s.ink" :stroke-width="s.width"/>
        </g>
        <g v-for="(h, i) in [...arrows, ...threatArrows, ...drawnMarks]" :key="'h' + i" :class="kind(h)"
           :style="{opacity: h.opacity}">
          <line v-if="h.line" :x1="h.x1" :y1="h.y1" :x2="h.x2" :y2="h.y2" :stroke-width="h.width"/>
          <polygon v-if="h.line" :points="h.head"/>
          <rect v-else-if="h.frame" :x="h.x" :y="h.y" :width="h.wide" :height="h.high" rx="8" :stroke-width="h.width"/>
          <circle v-else :cx="h.x1" :cy="h.y1" :r="h.r" :stroke-width="h.width"/>
        </g>
        <path v-if="cross" :d="cross" class="hm-cross"/>
      </svg>
      </div></div>
      <div v-if="asked" class="hm-again">Tap {{ asked }} again to play it</div>
      <button v-if="small" type="button" class="hm-button hm-zoom" data-name="zoom" :aria-pressed="enlarged"
              @click="enlarge">{{ enlarged ? "Whole board" : "Zoom" }}</button>
      <div class="hm-said" aria-live="polite">{{ said }}</div>
      <div class="hm-why" :class="{'hm-shown': why}" role="status">{{ why }}</div>
    </div>`,
  props: {
    where: { type: Array, default: () => [] },  // [name, x, y, width, height] of each point
    words: { type: Array, default: () => [] },  // [name, piece, note] of those of which there is anything to say
    moves: { type: Array, default: () => [] },  // the sequences of touches that are legal
    last: { type: Array, default: () => [] },   // the touches of the last move
    hints: { type: Array, default: () => [] },  // [{touches, opacity, at: where the piece lands, or null}]
    label: { type: String, default: "board" },
    said: { type: String, default: "" },
    shown: { type: Number, default: 0 },        // counts what was shown: hints come without
    faded: { type: Array, default: () => [] },    // points whose pieces count for nothing
    squares: { type: Array, default: () => [] },  // [{x, y, side, fill, opacity}]: whose points are
    numbers: { type: Array, default: () => [] },  // [{x, y, size, fill, text, last}]: of the moves that put
                                                  // pieces there, shown where wanted; the last one has a ring
    free: { type: Boolean, default: false },    // setting up: every touch is told as it comes
  },
  data: () => ({ chosen: [], at: 0, box: "0 0 100 100", drag: null }),
  computed: {
    points() {
      const said = new Map(this.words.map(([name, ...words]) => [name, words]));
      return this.where.map(([name, x, y, width, height]) => {
        const [piece, note] = said.get(name) || ["", ""];
        return { name, x, y, width, height, piece, note };
      });
    },
    places() { return new Map(this.points.map((p) => [p.name, p])); },
    targets() {
      const found = new Set();
      if (!this.chosen.length) return found;
      for (const move of this.choices)
        if (this.begins(move, this.chosen) && move.length > this.chosen.length) found.add(move[this.chosen.length]);
      return found;
    },
    arrows() {
      return this.hints.map((hint) => this.arrow(hint)).filter(Boolean);
    },
  },
  watch: {
    shown() { // no move was made of what was dropped (a promotion not chosen): it goes back
      this.chosen = [];
      if (this.dropped) this.redraw();
    },
    points(now, before) { this.stay(before[this.at], now); this.measure(); },
  },
  methods: {
    take(id, changed) { // what alone has changed: the board is drawn anew, and not the page around it
      const known = Vue.toRaw(this.$root.elements)[id].props;
      if ("shown" in changed && known.shown >= changed.shown) return; // the whole element came meanwhile
      const { parts, ...rest } = changed;
      if (parts) { // of the picture, which is watched before all else: what else changes may set it back
        const svg = this.write(parts);
        if (!svg) { this.$emit("lost"); return; }
        changed = { svg, ...rest };
      }
      Object.assign(known, changed);
      Object.assign(this.$.props, changed);
    },
    begins(move, touches) { return touches.every((name, i) => move[i] === name); },
    marks(name) {
      return {
        "hm-can": this.free || this.signing || !this.chosen.length && this.choices.some((m) => m[0] === name),
        "hm-chosen": this.chosen.includes(name),
        "hm-go": this.targets.has(name),
        "hm-premove": !!this.premove && this.premove.includes(name),
      };
    },
    filled(name) { const p = this.places.get(name); return !!(p && p.piece); },
    middle(p) { return p.height > 2 * p.width ? p.y + p.width / 2 : p.y + p.height / 2; },
    spoken(p) {
      const there = p.piece ? ", " + p.piece : "";
      const can = this.targets.has(p.name) ? ", can go here" : "";
      return p.name + there + (p.note ? ", " + p.note : "") + can;
    },
    arrow({ touches, opacity, at }) {
      const from = this.places.get(touches[0]), to = this.places.get(touches[touches.length - 1]);
      if (!from || !to) return null;
      const size = Math.min(from.width, from.height);
      const x1 = from.x + from.width / 2, y1 = this.middle(from);
      if (at) return { line: false, x1: at[0], y1: at[1], r: size * .36, width: size * .09, opacity };
      if (from === to && from.width > 1.5 * from.height) { // a button: a ring would lie on its word
        const width = size * .09, wide = from.width + width, high = from.height + width;
        return { frame: true, x: from.x - width / 2, y: from.y - width / 2, wide, high, width, opacity };
      }
      if (from === to) return { line: false, x1, y1, r: size * .36, width: size * .09, opacity };
      let x2 = to.x + to.width / 2, y2 = this.middle(to);
      const long = Math.hypot(x2 - x1, y2 - y1), ux = (x2 - x1) / long, uy = (y2 - y1) / long;
      const h = size * .3;
      const bx = x2 - ux * h, by = y2 - uy * h;
      const head = [[x2, y2], [bx - uy * h * .6, by + ux * h * .6], [bx + uy * h * .6, by - ux * h * .6]];
      return { line: true, x1, y1, x2: bx, y2: by, head: head.join(" "), width: size * .14, opacity };
    },

    // ---- touching
    touch(name) {
      if (this.free) { this.$emit("touch", { point: name }); return; }
      if (this.signing) { this.$emit("sign", { point: name, kind: this.signing }); return; }
      this.premove = null;
      if (!this.choices.length) return;
      let next = [...this.chosen, name];
      let fit = this.choices.filter((m) => this.begins(m, next));
      if (!fit.length) { // not a way on: begin anew here, or let go of what was chosen
        const again = this.chosen.length && this.chosen[this.chosen.length - 1] === name;
        next = again ? [] : [name];
        fit = next.length ? this.choices.filter((m) => this.begins(m, next)) : [];
      }
      if (fit.length && fit.every((m) => m.length === next.length)) {
        this.chosen = [];
        this.complete(next);
      } else this.chosen = fit.length ? next : [];
    },
    rings({ size, fill }) { // thicker on large pieces, and edged, as a piece may leave its ground open (an O)
      const width = Math.min(5, Math.max(2, 60 * size / Number(this.box.split(" ")[2])));
      const edge = fill === "#ffffff" ? "#000000" : "#ffffff";
      return [{ stroke: edge, "stroke-width": width + 3 }, { stroke: fill, "stroke-width": width }];
    },
    pointAt(event) {
      const hit = document.elementsFromPoint(event.clientX, event.clientY)
        .find((e) => e.dataset && e.dataset.point !== undefined && this.$refs.layer.contains(e));
      return hit ? hit.dataset.point : null;
    },
    down(event) {
      if (event.button === 2) this.beginMark(event);
      if (event.button || !event.isPrimary) return;
      this.drawn = [];
      const name = this.pointAt(event);
      if (name === null) return;
      const piece = this.pieceOn(name);
      const starts = this.loose || !this.free && this.choices.some((m) => m[0] === name && m.length > 1);
      const before = [...this.chosen];
      this.drag = { name, piece: starts ? piece : null, x: event.clientX, y: event.clientY, moved: false, before };
      window.addEventListener("pointermove", this.dragged);
      window.addEventListener("pointerup", this.up);
      window.addEventListener("pointercancel", this.cancel, { once: true });
    },
    dragged(event) {
      const d = this.drag;
      if (!d || !d.piece || !event.isPrimary) return;
      const dx = event.clientX - d.x, dy = event.clientY - d.y;
      if (!d.moved && Math.hypot(dx, dy) < 5) return;
      if (!d.moved) {
        d.moved = true;
        this.chosen = this.free ? [] : [d.name];
        d.piece.parentNode.appendChild(d.piece); // above the others
        d.base = d.piece.getAttribute("transform") || "";
      }
      const scale = this.scale();
      d.piece.setAttribute("transform", `translate(${dx * scale} ${dy * scale}) ${d.base}`);
      event.preventDefault();
    },
    up(event) {
      if (!event.isPrimary) return; // a second finger
      window.removeEventListener("pointerup", this.up);
      window.removeEventListener("pointermove", this.dragged);
      window.removeEventListener("pointercancel", this.cancel);
      const d = this.drag;
      this.drag = null;
      if (!d) return;
      const name = this.pointAt(event);
      if (!d.moved) { if (name === d.name) this.tapped(name, event); return; }
      if (this.loose) {
        if (!this.drop(d.name, event)) d.piece.setAttribute("transform", d.base);
        return;
      }
      const goes = name !== null && this.targets.has(name);
      if (goes) {
        this.skip = d.name; // it is where the hand has put it: no animation
        this.dropped = true;
        this.touch(name);
      }
      if (!goes || this.chosen.length || this.premove) d.piece.setAttribute("transform", d.base);
      if (!goes && name !== d.name) this.chosen = [];
    },
    cancel() {
      window.removeEventListener("pointermove", this.dragged);
      window.removeEventListener("pointerup", this.up);
      if (this.drag && this.drag.moved) this.drag.piece.setAttribute("transform", this.drag.base);
      this.drag = null;
    },
    scale() {
      const shown = this.$refs.layer.getBoundingClientRect();
      return this.$refs.layer.viewBox.baseVal.width / shown.width;
    },
    key(event) {
      const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
      const here = this.points.findIndex((p) => p.name === event.target.dataset.point);
      if (here >= 0) this.at = here; // not every browser has said yet where the focus is
      if (event.key in steps) {
        const next = this.beside(this.points[this.at], ...steps[event.key]);
        if (next >= 0) this.$refs.layer.querySelectorAll("[data-point]")[next].focus();
      } else if (event.key === "Enter" || event.key === " ") this.press(this.points[this.at].name, true);
      else if (event.key === "Escape" && (this.chosen.length || this.premove)) this.chosen = [], this.premove = null;
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    stay(point, now) { // the keys stay at the point they were at, or beside it where it is there no more
      const same = now.findIndex((p) => p.name === point?.name);
      const held = this.$refs.layer.contains(document.activeElement);
      this.at = same >= 0 ? same : Math.max(0, Math.min(this.at, now.length - 1));
      if (held && same < 0) this.$nextTick(() => this.$refs.layer.querySelectorAll("[data-point]")[this.at]?.focus());
    },
    beside(from, dx, dy) { // the nearest point in that direction
      let best = -1, least = Infinity;
      const cx = (p) => p.x + p.width / 2, cy = (p) => p.y + p.height / 2;
      this.points.forEach((p, i) => {
        const x = cx(p) - cx(from), y = cy(p) - cy(from);
        const along = x * dx + y * dy, across = Math.abs(x * dy) + Math.abs(y * dx);
        if (along > 1e-6 && along + 3 * across < least) { least = along + 3 * across; best = i; }
      });
      return best;
    },
  },
};
