// Files dropped on a page, and games kept in the browser.

const MOST_BYTES = Number(document.currentScript.dataset.most);

/** Hand a file to the server, which says what is in it. */
window.halfmoveFile = async (file) => {
  if (!file) return;
  if (file.size > MOST_BYTES) {
    emitEvent("hm-file", { name: file.name, size: file.size });
    return;
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  emitEvent("hm-file", { name: file.name, size: file.size, data: btoa(text) });
};

addEventListener("dragover", (event) => {
  if (event.dataTransfer && [...event.dataTransfer.types].includes("Files")) {
    event.preventDefault();
    document.documentElement.classList.add("hm-dropping");
  }
});
addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) document.documentElement.classList.remove("hm-dropping");
});
addEventListener("drop", (event) => {
  document.documentElement.classList.remove("hm-dropping");
  if (!event.dataTransfer || !event.dataTransfer.files.length) return;
  event.preventDefault();
  window.halfmoveFile(event.dataTransfer.files[0]);
});

// ---- games kept: the link of each, which holds the whole game, newest first
const KEPT = "halfmove-games";
const MOST = 200;

const kept = () => {
  try {
    const games = JSON.parse(localStorage.getItem(KEPT) || "[]");
    return Array.isArray(games) ? games.filter((game) => game && /^\/(play|analyse)\//.test(game.url)) : [];
  } catch {
    return [];
  }
};
const put = (games) => {
  localStorage.setItem(KEPT, JSON.stringify(games));
};
let told = false;
const full = () => {
  if (!told) emitEvent("hm-full", {});
  told = true;
};

// A game that is resumed is the same one: its link ends with its number.
const named = /^#game=(\w+)$/.exec(location.hash);
if (named) {
  history.replaceState({ ...history.state, game: named[1] }, "", location.pathname + location.search);
}
let game = (history.state && history.state.game) || null;
let last = location.pathname + location.search; // how this page has found the game, or kept it last

/** Keep the game of this page as it is now; `another`: it is not the one that was kept last.  A game that
 * another page has kept otherwise since stays as that page has it, and this one goes on as a game of its own. */
window.halfmoveKeepGame = (about, another) => {
  const there = kept().find((one) => one.id === game);
  const elsewhere = !another && there && there.url !== last && there.url !== about.url;
  if (another || !game || elsewhere) game = Date.now().toString(36) + Math.random().toString(36).slice(2, 6);
  if (elsewhere) emitEvent("hm-elsewhere", {});
  history.replaceState({ ...history.state, game }, "");
  const others = kept().filter((one) => one.id !== game);
  if (others.length >= MOST) {
    full();
    return;
  }
  try {
    put([{ ...about, id: game, when: new Date().toISOString() }, ...others]);
    last = about.url;
  } catch {
    full();
  }
};

/** The list of games in an element: each is resumed by its link, or deleted. */
window.halfmoveGames = (box) => {
  const games = kept();
  box.hidden = !games.length;
  const list = box.querySelector("ul");
  list.replaceChildren();
  for (const one of games) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = `${one.url}#game=${one.id}`;
    link.textContent = one.title;
    const about = document.createElement("span");
    about.className = "hm-soft hm-small";
    const when = one.when ? window.halfmoveDate(one.when) : "";
    about.textContent = [one.players, one.state, when].filter(Boolean).join(" · ");
    const remove = document.createElement("button");
    remove.type = "button";
    remove.className = "hm-button";
    remove.textContent = "Delete";
    remove.setAttribute("aria-label", `Delete ${one.title}, ${about.textContent}`);
    remove.onclick = () => {
      if (!confirm(`Delete this game of ${one.title}? It cannot be brought back.`)) return;
      put(kept().filter((other) => other.id !== one.id));
      window.halfmoveGames(box);
    };
    item.append(link, about, remove);
    list.append(item);
  }
};
const show = () => {
  for (const box of document.querySelectorAll("[data-games]")) window.halfmoveGames(box);
};
const wait = setInterval(() => {
  if (!window.did_handshake) return;
  clearInterval(wait);
  show();
}, 20);
addEventListener("pageshow", show);
