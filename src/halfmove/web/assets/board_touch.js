// Fingers on boards of small points: a second tap confirms a move, and the board is enlarged to be moved about.
const FINGER = 30; // pixels: a point that is smaller is easily missed

export default {
  data: () => ({ asked: null, enlarged: false, cell: 100 }),
  computed: {
    small() { return this.enlarged || this.cell < FINGER; },
    placing() { return !this.loose && this.choices.every((move) => move.length === 1); }, // nothing is dragged
    cross() { // through the point that is asked for: the finger hides it
      const p = this.places.get(this.asked), [x, y, wide, high] = this.box.split(" ").map(Number);
      return p ? `M${x} ${this.middle(p)}h${wide}M${p.x + p.width / 2} ${y}v${high}` : "";
    },
  },
  watch: { svg() { this.asked = null; } },
  mounted() {
    this.watcher = new ResizeObserver(() => this.measure());
    this.watcher.observe(this.$el);
  },
  unmounted() { this.watcher.disconnect(); },
  methods: {
    measure() {
      const p = this.points[0];
      if (p) this.cell = Math.min(p.width, p.height) / this.scale();
    },
    tapped(name, event) {
      const once = this.choices.some((move) => move.length === 1 && move[0] === name);
      this.measure();
      if (event.pointerType === "touch" && once && !this.free && !this.signing && this.cell < FINGER && this.asked !== name) {
        this.asked = name;
        return;
      }
      this.asked = null;
      this.press(name, false);
    },
    enlarge() {
      this.enlarged = !this.enlarged;
      this.asked = null;
      this.$nextTick(() => {
        this.measure();
        const view = this.$refs.view, p = this.places.get(this.last[0]) || this.numbers.find((n) => n.last);
        const [x, y, wide, high] = this.box.split(" ").map(Number);
        const [across, down] = p ? [(p.x - x) / wide, (p.y - y) / high] : [.5, .5];
        view.scrollTo(across * view.scrollWidth - view.clientWidth / 2, down * view.scrollHeight - view.clientHeight / 2);
      });
    },
  },
};
