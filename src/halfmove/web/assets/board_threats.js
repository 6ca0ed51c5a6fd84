// Arrows in red for what the other side would play if it were its turn.
export default {
  props: {
    threats: { type: Array, default: () => [] }, // as hints are
  },
  computed: {
    threatArrows() {
      return this.threats.map((threat) => ({ ...this.arrow(threat), colour: "red" })).filter((drawn) => drawn.width);
    },
  },
};
