// A board in real time: the server makes the moves and sends a scene a tick; here the figures go from one scene
// to the next, a picture a frame, and keys, swipes and buttons go up at once.  It knows no game: ground and
// figures are the game's SVG, scenes say where each figure is, where it heads and how it looks.
const ARROWS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
const LETTERS = { a: "left", d: "right", w: "up", s: "down" };
const SIGNS = { up: "▲", left: "◀", right: "▶", down: "▼" };
const SWIPE = 18; // pixels that a finger goes before it means a direction
const BEHIND = 4; // scenes that may wait before the last one is shown at once

export default {
  template: `
    <div class="hm-stage" :class="{'hm-moving': moving, 'hm-resting': resting}">
      <div class="hm-tally" role="group" aria-label="figures">
        <div v-for="[name, value] in tally" :key="name"><span>{{ name }}</span> <b :data-tally="name">{{ value }}</b></div>
      </div>
      <div class="hm-scene" ref="view" tabindex="0" role="application" :aria-label="label" @pointerdown="down"
           @pointermove="swiped" @pointerup="finger = null" @pointercancel="finger = null">
        <div class="hm-ground" ref="ground"></div>
        <svg class="hm-figures" ref="figures" :viewBox="box" aria-hidden="true">
          <g class="hm-courses">
            <template v-for="(c, i) in courses" :key="i">
              <path :class="'hm-course hm-' + c.kind" :d="way(c)" :stroke-opacity="c.opacity" :style="{'--at': i}"/>
              <path :class="'hm-course-end hm-' + c.kind" :d="head(c)" :fill-opacity="c.opacity"/>
              <text v-if="c.words" :x="c.at[0]" :y="c.at[1]" class="hm-course-words">{{ c.words }}</text>
            </template>
          </g>
          <g v-for="(markup, i) in order" :key="'f' + i" ref="cast" class="hm-figure" :data-figure="markup" v-html="cast[markup]"></g>
        </svg>
        <div v-if="ending || banner" class="hm-banner" :class="{'hm-ending': ending}">{{ ending || banner }}</div>
      </div>
      <div class="hm-tools hm-transport" role="group" aria-label="running">
        <button type="button" class="hm-button hm-main-button" data-name="run" :disabled="state === 'over'"
                title="Space" @click="$emit('command', {name: 'toggle'})">{{ running ? "Pause" : started ? "Go on" : "Start" }}</button>
        <button type="button" class="hm-button" data-name="step" title="One tick (. or N)"
                :disabled="state === 'over'" @click="$emit('command', {name: 'step'})">Step</button>
        <button type="button" class="hm-button" data-name="restart" @click="$emit('command', {name: 'restart'})">Restart</button>
        <button type="button" class="hm-button" data-name="replay" :disabled="!of"
                @click="$emit('command', {name: 'replay'})">Replay</button>
        <label class="hm-speed">Speed <select data-name="speed" v-model="speed" @change="chose">
          <option v-for="s in speeds" :key="s" :value="s">{{ s }}</option></select></label>
      </div>
      <input class="hm-slider" type="range" data-name="slider" min="0" :max="of" :value="at" :disabled="!of || state === 'running'"
             aria-label="place in the game" :aria-valuetext="'move ' + at + ' of ' + of" @input="slid">
      <div v-for="(p, i) in pads" :key="p.player" class="hm-pad" role="group" :aria-label="'steer ' + p.name">
        <span class="hm-small hm-soft">{{ p.name }}</span>
        <button v-for="(sign, held) in signs" :key="held" type="button" :class="'hm-pad-' + held" class="hm-button"
                :aria-label="p.name + ' ' + held" :aria-pressed="holds[p.player] === held"
                @pointerdown.prevent="steer(p.player, held)" @keydown.enter.prevent="steer(p.player, held)"
                @keydown.space.prevent.stop="steer(p.player, held)">{{ sign }}</button>
      </div>
      <div class="hm-said" aria-live="polite">{{ said }}</div>
    </div>`,
  props: {
    ground: String,
    cast: { type: Array, default: () => [] },  // markup of each figure, the undermost last
    look: String,                              // CSS of both
    first: { type: Object, default: () => ({}) }, // the scene to begin with
    stride: { type: Number, default: 24 },     // the farthest that a figure walks in a tick
    pads: { type: Array, default: () => [] },  // [{player, name}]: the people who play, the one with arrows first
    speeds: { type: Array, default: () => [] },
    label: { type: String, default: "board" },
  },
  data: () => ({
    box: "0 0 100 100", tally: [], courses: [], state: "ready", at: 0, of: 0, banner: "", ending: "", said: "", finger: null,
    holds: {}, speed: "normal", signs: SIGNS, still: false,
  }),
  computed: {
    running() { return this.state === "running" || this.state === "replaying"; },
    started() { return this.at > 0; },
    moving() { return !this.still; },
    resting() { return this.state === "ready" || this.state === "back"; },
    order() { return this.cast.map((_, i) => this.cast.length - 1 - i); }, // the first one lies above the others
  },
  mounted() {
    const sheet = document.createElement("style");
    sheet.textContent = this.look;
    document.head.append(sheet);
    this.$refs.ground.innerHTML = this.ground;
    const svg = this.$refs.ground.querySelector("svg");
    this.box = svg.getAttribute("viewBox");
    const [, , wide, high] = this.box.split(" ").map(Number);
    (this.$el.closest(".hm-table-page") || this.$el.parentElement).style.setProperty("--ratio", wide / high);
    this.things = [...svg.querySelectorAll(".hm-thing")];
    this.waiting = [];
    this.$nextTick(() => this.show(this.first));
    addEventListener("keydown", this.key, true);
    addEventListener("pointerdown", this.pointed, true);
    document.addEventListener("visibilitychange", this.left);
  },
  unmounted() {
    removeEventListener("keydown", this.key, true);
    removeEventListener("pointerdown", this.pointed, true);
    document.removeEventListener("visibilitychange", this.left);
    cancelAnimationFrame(this.frame);
  },
  methods: {
    // ---- what the server says
    show(scene) {
      for (const name of ["tally", "state", "at", "of", "banner", "ending", "said", "speed"])
        if (name in scene && scene[name] !== this[name]) this[name] = scene[name];
      this.still = !window.halfmoveMoves();
      if (!scene.figures) return;
      if (this.still || !scene.ms || !this.shown) {
        cancelAnimationFrame(this.frame);
        this.waiting = [];
        this.to = null;
        this.stand(scene);
        return;
      }
      this.waiting.push(scene);
      if (this.waiting.length > BEHIND) this.waiting.splice(0, this.waiting.length - 1);
      if (!this.to) {
        this.begin(performance.now());
        this.frame = requestAnimationFrame(this.draw);
      }
    },
    expect(courses) { this.courses = courses; },

    // ---- from scene to scene
    figure(i) { return this.$refs.cast[this.order.indexOf(i)]; },
    stand(scene) { // everybody where the scene says
      this.shown = scene.figures;
      scene.figures.forEach((figure, i) => { this.put(i, figure[0], figure[1]); this.turn(i, figure); });
      this.vanish(scene.things);
    },
    put(i, x, y) { this.figure(i).setAttribute("transform", `translate(${x} ${y})`); },
    turn(i, [, , dx, dy, look]) {
      const element = this.figure(i), style = element.style;
      style.setProperty("--dx", dx);
      style.setProperty("--dy", dy);
      if (dx || dy) style.setProperty("--turn", `${Math.atan2(dy, dx) * 180 / Math.PI}deg`);
      if (element.dataset.look !== (look || undefined)) {
        if (look) element.dataset.look = look;
        else delete element.dataset.look;
      }
    },
    vanish(things) {
      this.things.forEach((thing, i) => thing.classList.toggle("hm-gone", things[i] === "0"));
    },
    begin(now) {
      this.from = this.shown;
      this.to = this.waiting.shift();
      this.since = now;
      this.span = this.to.ms / (1 + .5 * this.waiting.length); // who is behind catches up
      this.to.figures.forEach((figure, i) => { if (figure[4] !== "caught") this.turn(i, figure); });
    },
    draw(now) {
      let part = (now - this.since) / this.span;
      while (part >= 1) {
        const over = now - this.since - this.span;
        this.stand(this.to);
        if (!this.waiting.length) { this.to = null; return; }
        this.begin(now - Math.max(0, Math.min(over, 50)));
        part = (now - this.since) / this.span;
      }
      part = Math.max(part, 0);
      this.to.figures.forEach(([x, y], i) => {
        const [x0, y0] = this.from[i], far = Math.hypot(x - x0, y - y0) > 1.5 * this.stride; // carried, not walked
        if (far) this.put(i, ...(part < .5 ? [x0, y0] : [x, y]));
        else this.put(i, x0 + (x - x0) * part, y0 + (y - y0) * part);
      });
      this.frame = requestAnimationFrame(this.draw);
    },

    // ---- ways that are expected
    way({ points }) { return "M" + points.map((p) => p.join(" ")).join("L"); },
    head({ points }) { // an arrow's head at the end
      const [x2, y2] = points[points.length - 1], [x1, y1] = points.slice(0, -1).reverse().find(
        ([x, y]) => x !== x2 || y !== y2) || [x2, y2];
      const far = Math.hypot(x2 - x1, y2 - y1) || 1, ux = (x2 - x1) / far, uy = (y2 - y1) / far, r = 5;
      return far === 1 && x1 === x2 ? "" : `M${x2 + ux * r} ${y2 + uy * r}L${x2 - uy * r} ${y2 + ux * r}L${x2 + uy * r} ${y2 - ux * r}Z`;
    },

    // ---- what a person does
    steer(player, held) {
      this.holds = { ...this.holds, [player]: held };
      this.$emit("steer", { player, held });
    },
    pointed() { this.clicked = true; },
    key(event) {
      if (event.key === "Tab") this.clicked = false;
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
      const on = document.activeElement;
      if (/^(INPUT|SELECT|TEXTAREA|SUMMARY)$/.test(on.tagName) || on.closest("[role=tablist], [role=dialog]")) return;
      // Space presses the button that one has gone to by keys, not that which the mouse clicked last.
      const pressing = !this.clicked && (on.tagName === "BUTTON" || on.tagName === "A");
      const letter = event.key.toLowerCase();
      const held = ARROWS[event.key] || LETTERS[letter];
      const reading = this.state === "over" || this.state === "back" || this.state === "replaying";
      if (held && this.pads.length && !reading) {
        const pad = this.pads[letter in LETTERS && this.pads.length > 1 ? 1 : 0];
        if (!event.repeat) this.steer(pad.player, held);
      } else if (event.key === " " && !pressing) this.$emit("command", { name: "toggle" });
      else if (event.key === "." || letter === "n") this.$emit("command", { name: "step" });
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    down(event) {
      if (event.isPrimary) this.finger = { x: event.clientX, y: event.clientY };
    },
    swiped(event) {
      if (!this.finger || !event.isPrimary || !this.pads.length) return;
      const dx = event.clientX - this.finger.x, dy = event.clientY - this.finger.y;
      if (Math.max(Math.abs(dx), Math.abs(dy)) < SWIPE) return;
      const held = Math.abs(dx) > Math.abs(dy) ? (dx < 0 ? "left" : "right") : dy < 0 ? "up" : "down";
      this.steer(this.pads[0].player, held);
      this.finger = { x: event.clientX, y: event.clientY }; // a finger that stays down can turn again
    },
    chose() { this.$emit("command", { name: "speed", speed: this.speed }); },
    slid(event) { this.$emit("command", { name: "seek", ply: Number(event.target.value) }); },
    left() { if (document.hidden && this.running) this.$emit("command", { name: "pause" }); },
  },
};
