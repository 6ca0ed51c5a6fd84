// The mouse wheel over the board goes through the moves, and the page stays where it is.
const NOTCH = 50; // pixels of turning for a move: a notch of a wheel has 100 or more, a touch pad many small ones
const LINE = 20; // pixels, where a browser counts lines
const PAUSE = 300; // milliseconds after which turning begins anew

export default {
  data: () => ({ turned: 0, turnedAt: 0 }),
  mounted() { this.$el.addEventListener("wheel", this.wheel, { passive: false }); },
  unmounted() { this.$el.removeEventListener("wheel", this.wheel); },
  methods: {
    wheel(event) {
      const way = (name) => document.querySelector(`[data-name="${name}"]`);
      if (event.ctrlKey || this.enlarged || !way("on")) return; // the browser zooms, or the board is moved about
      event.preventDefault();
      const by = event.deltaY * (event.deltaMode ? LINE : 1);
      if (event.timeStamp - this.turnedAt > PAUSE || by * this.turned < 0) this.turned = 0;
      this.turnedAt = event.timeStamp;
      this.turned += by;
      if (Math.abs(this.turned) < NOTCH || this.free) return;
      way(this.turned > 0 ? "on" : "back").click();
      this.turned = 0;
    },
  },
};
