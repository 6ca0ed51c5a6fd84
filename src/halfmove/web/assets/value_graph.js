// The value over the game: areas of the two players, marks at moves that lost something, the place shown.
// A click or a drag goes to a move; as a slider it takes the keys that sliders take.
const EVERY = 60; // milliseconds between two moves of a drag that are told

export default {
  template: `
    <div v-if="points.length" class="hm-value-graph" ref="box" role="slider" tabindex="0"
         aria-label="the value over the game" aria-valuemin="0" :aria-valuemax="points.length - 1"
         :aria-valuenow="at" :aria-valuetext="words(at)" @keydown="key" @pointerdown="down" @pointermove="move"
         @pointerup="up" @pointercancel="up" @pointerleave="over = null">
      <svg class="hm-graph" viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
        <path :d="areas[1]" fill="var(--second)"/><path :d="areas[0]" fill="var(--first)"/>
        <path d="M0 50H1000" class="hm-graph-half"/>
      </svg>
      <i class="hm-graph-at" :style="{left: x(at) + '%'}"></i>
      <i v-for="m in marks" :key="m.i" class="hm-graph-mark" :data-mark="m.mark" :data-place="m.i"
         :style="{left: m.x + '%', top: m.y + '%'}"><b :class="{'hm-below': m.y < 30}">{{ m.mark }}</b></i>
      <i v-if="over !== null" class="hm-graph-over" :style="{left: x(over) + '%'}"></i>
      <div v-if="over !== null" class="hm-graph-tip"
           :style="{left: x(over) + '%', transform: 'translateX(-' + x(over) + '%)'}">{{ words(over) }}</div>
    </div>`,
  props: {
    points: { type: Array, default: () => [] }, // [{text, mark, said, share: the first player's, or null, turn}]
    areas: { type: Array, default: () => [] },  // paths in a square of 1000 by 100: the first player's, the second's
    names: { type: Array, default: () => [] },
    at: { type: Number, default: 0 },
  },
  data: () => ({ over: null, dragged: false, asked: null, timer: null }),
  computed: {
    marks() {
      return this.points.map((p, i) => ({ i, mark: p.mark, x: this.x(i), y: 100 * (1 - p.share), share: p.share }))
        .filter((p) => p.mark && p.share !== null);
    },
  },
  unmounted() { clearTimeout(this.timer); },
  methods: {
    x(i) { return 100 * i / Math.max(this.points.length - 1, 1); },
    words(i) {
      const p = this.points[i];
      if (!p) return "";
      const turned = document.documentElement.dataset.mover === "on" && p.turn === 1;
      const share = turned ? 1 - p.share : p.share;
      const value = p.share === null ? "not searched" : `${Math.round(100 * share)}% for ${this.names[turned ? 1 : 0]}`;
      return [p.text, p.said, value].filter(Boolean).join(", ");
    },
    placeOf(event) {
      const box = this.$refs.box.getBoundingClientRect();
      const share = (event.clientX - box.left) / Math.max(box.width, 1);
      return Math.max(0, Math.min(this.points.length - 1, Math.round(share * (this.points.length - 1))));
    },
    down(event) {
      if (event.button) return;
      this.dragged = true;
      this.$refs.box.setPointerCapture(event.pointerId);
      this.ask(this.placeOf(event));
    },
    move(event) {
      this.over = this.placeOf(event);
      if (this.dragged) this.ask(this.over);
    },
    up(event) {
      this.dragged = false;
      if (event.pointerType !== "mouse") this.over = null;
    },
    ask(place) { // the last of several in a short time
      if (place === this.asked && this.timer) return;
      this.asked = place;
      if (this.timer) return;
      this.$emit("go", place);
      this.timer = setTimeout(() => {
        this.timer = null;
        if (this.asked !== place) this.ask(this.asked);
      }, EVERY);
    },
    key(event) {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const marked = this.marks.map((m) => m.i);
      const to = {
        ArrowLeft: this.at - 1, ArrowDown: this.at - 1, ArrowRight: this.at + 1, ArrowUp: this.at + 1,
        Home: 0, End: this.points.length - 1,
        PageUp: marked.filter((i) => i < this.at).pop(), PageDown: marked.find((i) => i > this.at),
      }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      this.$emit("go", Math.max(0, Math.min(this.points.length - 1, to)));
    },
  },
};
