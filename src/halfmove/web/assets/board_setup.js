// Setting up by dragging: a piece from square to square, off the board, or onto it from the palette.
const PALETTE = ".hm-palette [data-piece]";

export default {
  props: { loose: { type: Boolean, default: false } }, // pieces may be put anywhere
  mounted() { document.addEventListener("pointerdown", this.fromPalette); },
  unmounted() { document.removeEventListener("pointerdown", this.fromPalette); },
  methods: {
    drop(from, event) {
      const to = this.pointAt(event);
      if (to === from) return false;
      this.$emit("place", { from, to: to || "", piece: "" });
      return true;
    },
    fromPalette(event) {
      const button = this.loose && !event.button && event.target.closest(PALETTE);
      if (!button) return;
      let ghost = null;
      const move = (at) => {
        if (!ghost && Math.hypot(at.clientX - event.clientX, at.clientY - event.clientY) < 5) return;
        ghost ||= this.ghostOf(button);
        ghost.style.left = `${at.clientX}px`;
        ghost.style.top = `${at.clientY}px`;
      };
      const end = (at) => {
        removeEventListener("pointermove", move);
        removeEventListener("pointerup", end);
        removeEventListener("pointercancel", end);
        if (!ghost) return; // a click: it chooses the piece
        ghost.remove();
        const to = at.type === "pointerup" ? this.pointAt(at) : null;
        if (to !== null) this.$emit("place", { from: "", to, piece: button.dataset.piece });
      };
      addEventListener("pointermove", move);
      addEventListener("pointerup", end);
      addEventListener("pointercancel", end);
      event.preventDefault(); // no selection, no dragging of the browser's own
    },
    ghostOf(button) {
      const ghost = document.body.appendChild(document.createElement("div"));
      ghost.className = "hm-ghost";
      ghost.innerHTML = button.innerHTML;
      const side = this.points.length ? Math.min(this.points[0].width, this.points[0].height) / this.scale() : 44;
      ghost.style.width = ghost.style.height = `${side}px`;
      return ghost;
    },
  },
};
