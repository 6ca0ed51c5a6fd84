// Arrows and circles drawn by hand: the right button from point to point, or on one point; once more takes it
// away.  Shift draws in red, Alt in blue.  A click, or another position, wipes all.
//
// Where the record keeps marks on points (`signable`), the right button on one point tells the server: what the
// palette has chosen, else a triangle, with Shift a square, with Alt a circle.
export default {
  props: {
    signs: { type: Array, default: () => [] }, // [{kind, point, x, y, ink, width, path | text, size, halo}]
    signing: { type: String, default: "" },    // what a touch draws; it plays no move then
    signable: { type: Boolean, default: false },
  },
  data: () => ({ drawn: [] }), // [{touches, colour}]
  computed: {
    drawnMarks() {
      return this.drawn.map((mark) => ({ ...this.arrow({ ...mark, opacity: .75 }), colour: mark.colour }))
        .filter((mark) => mark.width);
    },
  },
  watch: { svg() { this.drawn = []; } },
  methods: {
    kind(mark) { return mark.colour ? `hm-mark hm-${mark.colour}` : "hm-hint"; },
    beginMark(event) {
      const from = this.pointAt(event);
      if (from === null) return;
      const colour = event.shiftKey ? "red" : event.altKey ? "blue" : "green";
      addEventListener("pointerup", (end) => {
        const to = this.pointAt(end);
        if (to === from && this.signable && !this.free) {
          const kind = { red: "square", blue: "circle", green: this.signing || "triangle" }[colour];
          this.$emit("sign", { point: to, kind });
        } else if (to !== null) this.mark([from, to], colour);
      }, { once: true });
    },
    mark(touches, colour) {
      const rest = this.drawn.filter((mark) => mark.touches.join() !== touches.join());
      const same = this.drawn.some((mark) => mark.touches.join() === touches.join() && mark.colour === colour);
      this.drawn = same ? rest : [...rest, { touches, colour }];
    },
  },
};
