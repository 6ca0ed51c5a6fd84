// The mouse wheel over the board goes through the moves, and the page stays where it is; so does a swipe to the
// left or right that begins where no piece can be dragged.
const NOTCH = 50; // pixels of turning for a move: a notch of a wheel has 100 or more, a touch pad many small ones
const LINE = 20; // pixels, where a browser counts lines
const SWIPE = 45; // pixels of a finger's way, twice as far across as up or down
const PAUSE = 300; // milliseconds after which turning begins anew

export default {
  data: () => ({ turned: 0, turnedAt: 0, swiped: null }),
  mounted() {
    this.$el.addEventListener("wheel", this.wheel, { passive: false });
    this.$el.addEventListener("touchstart", this.touched, { passive: true });
    this.$el.addEventListener("touchend", this.lifted, { passive: true });
  },
  unmounted() {
    this.$el.removeEventListener("wheel", this.wheel);
    this.$el.removeEventListener("touchstart", this.touched);
    this.$el.removeEventListener("touchend", this.lifted);
  },
  methods: {
    touched(event) {
      const [finger] = event.touches, dragged = event.target.closest(".hm-can, .hm-go") && !this.placing;
      const other = event.touches.length > 1 || dragged || this.free || this.signing || this.enlarged || this.chosen.length;
      this.swiped = other ? null : { x: finger.clientX, y: finger.clientY, point: this.pointAt(finger) };
    },
    lifted(event) {
      const [finger] = event.changedTouches, began = this.swiped;
      this.swiped = null;
      if (!began || this.pointAt(finger) === began.point) return; // that was a tap
      const across = finger.clientX - began.x, down = finger.clientY - began.y;
      const way = document.querySelector(`[data-name="${across < 0 ? "on" : "back"}"]`);
      if (way && Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(down)) way.click();
    },
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
