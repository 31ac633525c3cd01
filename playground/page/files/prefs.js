// The choice of a person, and the page's look and sound.

import { avatar, el } from "./dom.js";
import { dialog } from "./form.js";
import { notice, soundIsOn } from "./notice.js";
import { ask } from "./socket.js";
import { emit, on, state } from "./state.js";

const LANGUAGES = { "en-US": "English", "sv-SE": "Svenska", da: "Dansk", de: "Deutsch", fr: "Français" };
const THEMES = { auto: "As the system", light: "Light", dark: "Dark" };

export function theme() {
  const chosen = new URLSearchParams(location.search).get("theme") ?? localStorage.getItem("theme") ?? "auto";
  document.documentElement.dataset.theme = chosen;
}

function choice(label, values, now, chosen) {
  const options = Object.entries(values).map(([value, words]) =>
    el("option", { value, selected: value === now }, words),
  );
  const node = el("select", {}, options);
  node.addEventListener("change", () => chosen(node.value));
  return el("label", { class: "setting" }, el("span", {}, label), node);
}

function tick(label, now, chosen) {
  const node = el("input", { type: "checkbox", checked: now });
  node.addEventListener("change", () => chosen(node.checked));
  return el("label", { class: "setting" }, el("span", {}, label), node);
}

function person(name) {
  const here = name === state.me.name;
  const user = [...state.people.values()].find((one) => one.name === name);
  const address = `?as=${encodeURIComponent(name)}`;
  return el(
    "li",
    {},
    avatar(user),
    el("strong", {}, name),
    here
      ? el("span", { class: "small" }, "that is you")
      : el("a", { class: "button secondary", href: address }, `Be ${name}`),
    el("a", { class: "button secondary", href: address, target: "_blank", rel: "noopener" }, "New window"),
  );
}

async function set(what) {
  try {
    await ask("set", what);
    emit("go", { place: state.place, focus: false }); // the commands' words depend on the language
  } catch (refusal) {
    notice("Settings", refusal.message);
  }
}

on("prefs", () => {
  dialog(
    "Who you are",
    el(
      "p",
      { class: "small" },
      "Be any of these people, or open windows side by side. All of it happens on this machine, and nothing is kept.",
    ),
    el("ul", { class: "people" }, state.locals.map(person)),
    el("h3", {}, "Settings"),
    choice("Language", LANGUAGES, state.me.locale, (locale) => set({ locale })),
    choice("Look", THEMES, localStorage.getItem("theme") ?? "auto", (value) => {
      localStorage.setItem("theme", value);
      document.documentElement.dataset.theme = value;
    }),
    tick("A sound when I am called", soundIsOn(), (is) => localStorage.setItem("sound", is ? "on" : "off")),
    tick("Take direct messages from this server", state.me.dms_open, (is) => set({ dms_open: is })),
  );
});
