// How boards look, sound and move: chosen in a dialog, kept in the browser, put on the root as data-NAME.
{
  const USUAL = { pieces: "usual", board: "usual", sound: "off", animations: "on" };
  const kept = (name) => localStorage.getItem(`halfmove-${name}`) || USUAL[name];
  const show = (name) => { document.documentElement.dataset[name] = kept(name); };
  Object.keys(USUAL).forEach(show);

  window.halfmoveLook = () => { // open the dialog as things are
    const dialog = document.getElementById("hm-look");
    for (const field of dialog.querySelectorAll("select")) field.value = kept(field.name);
    dialog.showModal();
  };
  document.addEventListener("change", (event) => {
    const { name, value } = event.target;
    if (!event.target.closest("#hm-look") || !(name in USUAL)) return;
    localStorage.setItem(`halfmove-${name}`, value);
    show(name);
    if (name === "sound" && value === "on") window.halfmoveKnock();
  });

  window.halfmoveMoves = () => document.documentElement.dataset.animations !== "off"
    && !matchMedia("(prefers-reduced-motion: reduce)").matches;

  window.halfmoveKnock = () => { // of wood, made of a tone that falls
    if (kept("sound") !== "on") return;
    const audio = (window.halfmoveAudio ||= new AudioContext());
    const tone = audio.createOscillator(), volume = audio.createGain(), now = audio.currentTime;
    tone.frequency.setValueAtTime(420, now);
    tone.frequency.exponentialRampToValueAtTime(110, now + .06);
    volume.gain.setValueAtTime(.25, now);
    volume.gain.exponentialRampToValueAtTime(.001, now + .09);
    tone.connect(volume).connect(audio.destination);
    tone.start(now);
    tone.stop(now + .1);
  };
}
