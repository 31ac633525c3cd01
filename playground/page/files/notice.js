// Notices: a sound, and a banner that leads to the message.

import { byId, el } from "./dom.js";
import { inline } from "./markdown.js";
import { snippet } from "./message.js";
import { emit, on, state } from "./state.js";
import { t } from "./words.js";

const SHOWN_MS = 8000;
let audio = null;

export const soundIsOn = () => localStorage.getItem("sound") !== "off";

// Browsers allow sound only after a person has acted on the page.
function wake() {
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
}

function ring() {
  document.body.dataset.rung = String(Number(document.body.dataset.rung ?? 0) + 1);
  if (!soundIsOn() || audio?.state !== "running") return;
  for (const [at, pitch] of [
    [0, 660],
    [0.11, 880],
  ]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, audio.currentTime + at);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.2);
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + at);
    tone.stop(audio.currentTime + at + 0.22);
  }
}

// Remove a place's banner: there is one for each place, and none for the open one.
function forget(place) {
  for (const node of document.querySelectorAll(`.notice[data-place="${place}"]`)) node.remove();
}

export function notice(title, text, place = "") {
  const node = el(
    "button",
    { type: "button", class: "notice", data: { place } },
    el("strong", {}, title),
    el("span", {}, text),
  );
  node.addEventListener("click", () => {
    node.remove();
    if (place) emit("go", { place });
  });
  const all = byId("notices");
  if (place) forget(place);
  all.append(node);
  while (all.childElementCount > 3) all.firstElementChild.remove();
  setTimeout(() => node.remove(), SHOWN_MS);
}

on("message", ({ message, new: isNew }) => {
  if (!isNew || !message.rings || message.author.id === state.me.id) return;
  const here = message.channel_id === state.place;
  if (here && document.hasFocus()) return;
  ring();
  if (here) return;
  const place = state.places.get(message.channel_id);
  const where = place?.kind === "dm" ? t("direct message") : `#${place?.name}`;
  notice(`${message.author.name} · ${where}`, inline(snippet(message)), message.channel_id);
});
on("opened", () => forget(state.place));
on("read", ({ channel }) => forget(channel));

export function build() {
  for (const event of ["pointerdown", "keydown"]) addEventListener(event, wake, { passive: true });
}
