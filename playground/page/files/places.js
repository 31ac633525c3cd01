// The places to go to: the server's channels and threads, direct messages; and its members.

import { avatar, byId, el, fill, iconButton } from "./dom.js";
import { failure } from "./components.js";
import { unanswered } from "./message.js";
import { ask } from "./socket.js";
import { emit, on, openPlace, rings, state } from "./state.js";
import { t } from "./words.js";

const app = byId("app");

function badge(count) {
  return count ? el("span", { class: "badge", "aria-label": `${count} new` }, String(count)) : null;
}

function entry(place) {
  const unread = state.unread[place.id];
  const here = place.id === state.place;
  const sign = {
    dm: avatar(bot(), "small-avatar"),
    thread: el("span", { class: "sign" }, "🧵"),
    channel: el("span", { class: "sign" }, "#"),
  }[place.kind];
  return el(
    "li",
    {},
    el(
      "button",
      {
        type: "button",
        class: `place ${place.kind}${here ? " here" : ""}${unread ? " unread" : ""}`,
        "aria-current": here ? "page" : undefined,
        data: { place: place.id },
        onclick: () => emit("go", { place: place.id }),
      },
      sign,
      el("span", { class: "place-name" }, place.name),
      badge(place.kind === "dm" ? unread?.count : unread?.rings),
    ),
  );
}

const bot = () => [...state.people.values()].find((one) => one.bot);

function drawSide() {
  const places = [...state.places.values()];
  const channels = places.filter((one) => one.kind === "channel");
  const threadsOf = (id) =>
    places.filter((one) => one.parent === id && !one.archived && (one.joined || one.id === state.place));
  fill(
    byId("side"),
    el(
      "div",
      { class: "guild" },
      el("span", { class: "guild-sign", "aria-hidden": "true" }, "♠"),
      el("strong", {}, state.guild),
    ),
    el(
      "div",
      { class: "lists" },
      el("h2", {}, t("Channels")),
      el(
        "ul",
        {},
        channels.map((one) => [entry(one), threadsOf(one.id).map(entry)]),
      ),
      el("h2", {}, t("Direct messages")),
      el(
        "ul",
        {},
        places.filter((one) => one.kind === "dm").map(entry),
        bot() && !places.some((one) => one.kind === "dm")
          ? el("li", { class: "small none" }, t("Nothing yet"))
          : null,
      ),
    ),
    el(
      "div",
      { class: "me" },
      avatar(state.me),
      el(
        "div",
        { class: "me-words" },
        el("strong", {}, state.me.name),
        el("span", { class: "small" }, t("on this machine only")),
      ),
      iconButton("Who you are, and settings", "⚙", () => emit("prefs"), { id: "open-prefs" }),
    ),
  );
}

function drawTop() {
  const place = openPlace();
  const total = rings() - (state.unread[state.place]?.rings ?? 0);
  const parent = place?.parent ? state.places.get(place.parent) : null;
  const sign = { dm: "@", thread: "🧵", channel: "#" }[place?.kind] ?? "";
  const drawer = iconButton("Channels", "☰", () => toggle("side-shown"), {
    id: "open-side",
    "aria-expanded": String(app.classList.contains("side-shown")),
  });
  drawer.append(...(total ? [badge(total)] : []));
  fill(
    byId("top"),
    drawer,
    el("span", { class: "sign", "aria-hidden": "true" }, sign),
    el(
      "h1",
      {},
      parent
        ? el(
            "button",
            { type: "button", class: "plain", onclick: () => emit("go", { place: parent.id }) },
            `${parent.name} ›`,
          )
        : null,
      place?.name ?? "",
    ),
    el("span", { class: "space" }),
    state.connected ? null : el("span", { class: "lost", role: "status" }, "Connecting…"),
    iconButton("Behind the scenes: calls, limits, faults", "📶", () => emit("behind"), { id: "open-behind" }),
    iconButton("Members", "👥", () => toggle("members-shown"), {
      id: "open-members",
      "aria-expanded": String(app.classList.contains("members-shown")),
    }),
  );
  const all = rings();
  document.title = `${all ? `(${all}) ` : ""}${sign === "#" ? "#" : ""}${place?.name ?? "Playground"} · ${state.as}`;
}

function drawMembers() {
  const all = [...state.people.values()];
  const group = (title, people) => [
    el("h2", {}, `${title} – ${people.length}`),
    el(
      "ul",
      {},
      people.map((one) =>
        el(
          "li",
          { class: "member" },
          avatar(one),
          el("span", {}, one.name),
          one.bot ? el("span", { class: "tag" }, "APP") : null,
          one.id === state.me.id ? el("span", { class: "small" }, t("you")) : null,
          one.bot ? null : uses(one),
        ),
      ),
    ),
  ];
  fill(
    byId("members"),
    group(
      t("Bots"),
      all.filter((one) => one.bot),
    ),
    group(
      t("People"),
      all.filter((one) => !one.bot),
    ),
  );
}

// The commands on a member, which Discord has in their menu.
function uses(person) {
  const offered = state.open.get(state.place)?.onPeople ?? [];
  return offered.map((one) =>
    el(
      "button",
      { type: "button", class: "plain small", data: { use: one.key }, onclick: () => use(one, person) },
      one.name,
    ),
  );
}

async function use(command, person) {
  if (narrow()) toggle("members-shown", false);
  try {
    const outcome = await ask("use_on", { channel: state.place, name: command.key, target: person.id });
    if (outcome.kind === "failed") emit("local", { node: unanswered(command.name, failure(outcome)) });
  } catch (refusal) {
    emit("local", { node: unanswered(command.name, refusal.message) });
  }
}

function toggle(what, wanted) {
  app.classList.toggle(what, wanted);
  drawTop();
}

export function drawAll() {
  if (!state.me) return;
  drawSide();
  drawTop();
  drawMembers();
}

const narrow = () => matchMedia("(max-width: 760px)").matches;

export function build() {
  if (!narrow()) app.classList.add("members-shown");
  byId("main").addEventListener("click", (event) => {
    if (!narrow() || event.composedPath().includes(byId("top"))) return; // its buttons are redrawn
    toggle("side-shown", false);
    toggle("members-shown", false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && narrow()) {
      toggle("side-shown", false);
      toggle("members-shown", false);
    }
    if (event.altKey && ["ArrowUp", "ArrowDown"].includes(event.key))
      step(event.key === "ArrowDown" ? 1 : -1, event);
  });
}

// Alt and an arrow key lead to the next place, as in Discord's client.
function step(by, event) {
  const all = [...document.querySelectorAll("#side .place")].map((node) => node.dataset.place);
  const next = all[all.indexOf(state.place) + by];
  if (next) emit("go", { place: next });
  event.preventDefault();
}

on("opened", () => {
  app.classList.remove("side-shown");
  if (narrow()) app.classList.remove("members-shown");
});
on("hello opened filled places read message lost me", drawAll);
