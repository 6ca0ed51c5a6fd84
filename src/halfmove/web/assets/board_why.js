// Why what was touched is no move: for every key, and for a finger or pointer where a piece is in the way.
const SECONDS = 4;

export default {
  data: () => ({ why: "", whyTimer: null }),
  watch: {
    svg() { this.tell(""); },
  },
  methods: {
    press(name, byKey) {
      const drops = this.choices.every((move) => move.length === 1);
      const why = byKey || (drops && this.filled(name)) ? this.whyNot(name, drops) : "";
      this.touch(name);
      this.tell(why);
    },
    whyNot(name, drops) {
      if (this.free || this.signing) return "";
      if (!this.choices.length) return `Nothing can be played on the board now. ${this.said}`;
      const begins = (touches) => this.choices.some((move) => this.begins(move, touches));
      if (begins([...this.chosen, name]) || begins([name]) || this.chosen.includes(name)) return "";
      if (this.chosen.length) return `No move goes from ${this.chosen[this.chosen.length - 1]} to ${name}.`;
      const { piece } = this.places.get(name);
      if (piece) return drops ? `${name} is taken: ${piece}.` : `${name}, ${piece}, cannot be moved now.`;
      return drops ? `${name} cannot be played now.` : `There is nothing on ${name} to move.`;
    },
    tell(why) {
      clearTimeout(this.whyTimer);
      this.why = why;
      if (why) this.whyTimer = setTimeout(() => { this.why = ""; }, 1000 * SECONDS);
    },
  },
};
