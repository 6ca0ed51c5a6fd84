// A move chosen while the other side thinks: played at once where it has become legal, else forgotten.
export default {
  props: { ahead: { type: Array, default: () => [] } }, // the sequences of touches that may be chosen so
  data: () => ({ premove: null }),
  computed: {
    choices() { return this.moves.length ? this.moves : this.ahead; },
  },
  watch: {
    shown() {
      const wanted = this.premove;
      if (!this.moves.length && this.ahead.length) return; // the other side thinks still
      this.premove = null;
      if (wanted && this.moves.some((move) => move.join() === wanted.join())) this.$emit("move", { touches: wanted });
    },
  },
  methods: {
    complete(touches) { // all points of a move have been touched
      if (this.moves.length) {
        if (!this.dropped) this.foresee(touches);
        this.$emit("move", { touches });
      } else this.premove = touches;
    },
  },
};
