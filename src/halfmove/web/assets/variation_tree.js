// A game's tree of variations: nodes on a grid, of which only those in sight are drawn.  A click goes to a
// node; with the focus, left and right follow a line, up and down lead to the node above or below.
const WIDE = 26, HIGH = 24, BEYOND = 60; // pixels

export default {
  template: `
    <div class="hm-tree-picture" ref="view" tabindex="0" role="application" aria-label="tree of variations"
         @scroll="look" @keydown="key" @click="click">
      <svg :width="size.width" :height="size.height" aria-hidden="true">
        <path v-for="e in seen.edges" :key="e.key" :d="e.d" class="hm-tree-edge" :class="{'hm-on-way': e.way}"/>
        <g v-for="n in seen.nodes" :key="n.number" :transform="'translate(' + n.x + ' ' + n.y + ')'"
           :data-tree="n.number" class="hm-tree-node" :class="{'hm-tree-here': n.number === stands}">
          <title>{{ n.words + n.mark + (n.told ? ', with a comment' : '') }}</title>
          <circle v-if="n.number === stands" class="hm-tree-ring" r="11"/>
          <path v-if="n.player < 0" class="hm-tree-chance" d="M0-6L6 0 0 6-6 0z"/>
          <circle v-else r="7" :fill="fill(n.player)"/>
          <circle v-if="n.told" class="hm-tree-told" cx="6" cy="-6" r="3"/>
          <text v-if="n.mark" y="3.5" class="hm-tree-mark" :data-mark="n.mark">{{ n.mark }}</text>
        </g>
      </svg>
      <div class="hm-said" aria-live="polite">{{ said }}</div>
    </div>`,
  props: {
    tree: { type: String, default: "[]" }, // [[number, parent, column, row, player, words, mark, told]]
    here: { type: Number, default: 0 },
    colours: { type: Array, default: () => [] },
    plain: { type: Boolean, default: false },
  },
  data() { return { stands: this.here, window: { left: 0, top: 0, width: 400, height: 200 }, said: "" }; },
  computed: {
    nodes() {
      return JSON.parse(this.tree).map(([number, parent, column, row, player, words, mark, told]) => ({
        number, parent, column, row, player, words, mark, told,
        x: column * WIDE + WIDE / 2 + 4, y: row * HIGH + HIGH / 2 + 4,
      }));
    },
    byNumber() { return new Map(this.nodes.map((n) => [n.number, n])); },
    size() {
      let width = 0, height = 0;
      for (const n of this.nodes) { width = Math.max(width, n.x); height = Math.max(height, n.y); }
      return { width: width + WIDE, height: height + HIGH / 2 + 8 };
    },
    way() { // from the start to the place shown
      const found = new Set();
      for (let n = this.byNumber.get(this.stands); n; n = this.byNumber.get(n.parent)) found.add(n.number);
      return found;
    },
    seen() {
      const { left, top, width, height } = this.window;
      const low = left - BEYOND, high = left + width + BEYOND, above = top - BEYOND, below = top + height + BEYOND;
      const nodes = [], edges = [];
      for (const n of this.nodes) {
        if (n.x < low || n.x > high + WIDE || n.y < above) continue;
        const p = this.byNumber.get(n.parent);
        if (p && p.y <= below) {
          const bend = n.row > p.row ? `V${n.y - HIGH}` : "";
          edges.push({ key: n.number, d: `M${p.x} ${p.y}${bend}L${n.x} ${n.y}`, way: this.way.has(n.number) });
        }
        if (n.x <= high && n.y <= below) nodes.push(n);
      }
      return { nodes, edges: edges.sort((one, other) => one.way - other.way) };
    },
  },
  watch: {
    here(now) { this.stand(now); },
    tree() { this.stand(this.here); },
  },
  mounted() {
    this.watcher = new ResizeObserver(() => this.look());
    this.watcher.observe(this.$refs.view);
    this.stand(this.here);
  },
  unmounted() { this.watcher.disconnect(); },
  methods: {
    fill(player) { return this.colours[player % this.colours.length]; },
    look() {
      const view = this.$refs.view;
      if (view) {
        this.window = { left: view.scrollLeft, top: view.scrollTop, width: view.clientWidth, height: view.clientHeight };
      }
    },
    stand(number) {
      this.stands = number;
      this.$nextTick(() => {
        const view = this.$refs.view, n = this.byNumber.get(number);
        if (!view || !n) return;
        const inside = (at, from, long, edge) => at >= from + edge && at <= from + long - edge;
        if (!inside(n.x, view.scrollLeft, view.clientWidth, WIDE)) view.scrollLeft = n.x - view.clientWidth / 2;
        if (!inside(n.y, view.scrollTop, view.clientHeight, HIGH / 2)) view.scrollTop = n.y - view.clientHeight / 2;
        this.look();
      });
    },
    go(n) {
      if (!n) return;
      this.said = n.words + (n.told ? ", with a comment" : "");
      if (n.number === this.stands) return;
      this.stand(n.number); // the next key does not wait for the server
      this.$emit("go", n.number);
    },
    click(event) {
      const node = event.target.closest("[data-tree]");
      if (node) this.go(this.byNumber.get(Number(node.dataset.tree)));
    },
    key(event) {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const n = this.byNumber.get(this.stands);
      if (!n || !/^(Arrow|Home$|End$)/.test(event.key)) return;
      event.preventDefault();
      this.go(this.next(n, event.key));
    },
    next(n, key) {
      const children = (of) => this.nodes.filter((c) => c.parent === of.number);
      const first = (of) => children(of).sort((one, other) => one.row - other.row)[0];
      if (key === "ArrowLeft") return this.byNumber.get(n.parent);
      if (key === "ArrowRight") return first(n);
      if (key === "Home") return this.nodes.find((c) => c.parent < 0);
      if (key === "End") {
        while (first(n)) n = first(n);
        return n;
      }
      const column = this.nodes.filter((c) => c.column === n.column).sort((one, other) => one.row - other.row);
      return column[column.indexOf(n) + (key === "ArrowUp" ? -1 : 1)];
    },
  },
};
