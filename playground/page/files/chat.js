// The open place: its messages in order, the mark of new ones, and its beginning.

import { byId, el, fill } from "./dom.js";
import { menuIsOpen, readopt } from "./menu.js";
import { row } from "./message.js";
import { ask } from "./socket.js";
import { emit, messages, on, openPlace, state } from "./state.js";
import { t } from "./words.js";

const TOGETHER_MS = 7 * 60 * 1000;
const NEAR = 80;
const log = byId("log");
let sticks = true; // whether the end of the log is in sight

export async function open(id, { focus = true } = {}) {
  if (!state.places.has(id)) return;
  state.place = id;
  location.hash = id;
  const mark = state.unread[id]?.first ?? null;
  emit("opened", { focus });
  const found = await ask("open", { channel: id }).catch(() => null);
  if (!found || state.place !== id) return;
  const kept = new Map(found.messages.map((one) => [one.id, one]));
  const { more, commands, on_people: onPeople } = found;
  state.open.set(id, { messages: kept, more, commands, onPeople, mark });
  draw();
  emit("filled");
}

function draw() {
  const place = state.open.get(state.place);
  fill(
    log,
    place.more
      ? el("button", { type: "button", class: "older plain", onclick: older }, t("Show older messages"))
      : beginning(),
    [...place.messages.values()].map(row),
  );
  arrange();
  log.scrollTop = log.scrollHeight;
  const new_ = log.querySelector(".new");
  if (new_ && place.messages.size > 3) new_.scrollIntoView({ block: "start" });
  sticks = atEnd();
  seen();
}

function beginning() {
  const place = openPlace();
  if (place.kind === "dm") {
    return el(
      "div",
      { class: "beginning" },
      el("h2", {}, place.name),
      el(
        "p",
        {},
        t("This is the beginning of your direct messages with {}.", place.name),
      ),
    );
  }
  const name = place.kind === "thread" ? place.name : `#${place.name}`;
  const { commands } = state.open.get(state.place);
  const first = commands.find((one) => one.key === state.start) ?? commands[0];
  const use = () => emit("use", { command: first.key });
  const hint = first
    ? el(
        "p",
        { class: "hint" },
        t("To begin, type "),
        el("code", {}, `/${first.name}`),
        t(" below, or press "),
        el("button", { type: "button", class: "button primary", onclick: use }, first.description),
      )
    : el("p", { class: "hint" }, t("Waiting for the bot…"));
  return el(
    "div",
    { class: "beginning" },
    el("h2", {}, t("Welcome to {}!", name)),
    place.kind === "channel" ? hint : null,
  );
}

async function older() {
  const place = state.open.get(state.place);
  const first = place.messages.keys().next().value;
  const found = await ask("open", { channel: state.place, before: first }).catch(() => null);
  if (!found) return;
  place.messages = new Map([...found.messages.map((one) => [one.id, one]), ...place.messages]);
  place.more = found.more;
  const before = log.scrollHeight - log.scrollTop;
  draw();
  log.scrollTop = log.scrollHeight - before;
}

// Join messages by one author that follow soon, and put the line above new messages.
function arrange() {
  const mark = state.open.get(state.place)?.mark;
  let before = null;
  log.querySelector(".new")?.remove();
  for (const node of log.querySelectorAll(".message")) {
    const near =
      before &&
      before.dataset.author === node.dataset.author &&
      new Date(node.dataset.at) - new Date(before.dataset.at) < TOGETHER_MS;
    node.classList.toggle(
      "follows",
      Boolean(near && node.dataset.begins === "no" && before.dataset.begins === "no"),
    );
    if (node.dataset.message === mark)
      node.before(el("div", { class: "new", role: "separator", "aria-label": "New" }, t("NEW")));
    before = node;
  }
}

const atEnd = () => log.scrollHeight - log.scrollTop - log.clientHeight < NEAR;

// Mark the place as read if the end of the log is in sight.
function seen() {
  byId("to-end")?.toggleAttribute("hidden", sticks);
  if (!sticks || !state.unread[state.place]) return;
  if (document.visibilityState === "visible" && document.hasFocus()) {
    ask("read", { channel: state.place }).catch(() => {});
  }
}

const nodeOf = (id) => log.querySelector(`[data-message="${id}"]`);

// Redraw a message; the focus stays on the same control, or moves to one in its place.
function redraw(id) {
  const message = messages().get(id);
  const old = nodeOf(id);
  if (!message) return;
  const made = row(message);
  if (!old) {
    log.append(made);
  } else {
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const found = focused && place(old, focused);
    old.replaceWith(made);
    if (found) refocus(made, found);
  }
  readopt(made);
  arrange();
  if (sticks) log.scrollTop = log.scrollHeight;
}

const CONTROLS = "button, a, .menu";

function place(row_, node) {
  const all = [...row_.querySelectorAll(CONTROLS)];
  return { key: node.dataset.key, at: all.indexOf(node), keys: all.map((one) => one.dataset.key) };
}

// Focus the same control, otherwise a new one, otherwise the message.
function refocus(made, { key, at, keys }) {
  const all = [...made.querySelectorAll(CONTROLS)];
  const same = all.find((one) => key && one.dataset.key === key && !one.disabled);
  const fresh = all.filter((one) => !one.disabled && !keys.includes(one.dataset.key));
  const near = fresh.includes(all[at]) ? all[at] : fresh[0];
  if (!menuIsOpen()) (same ?? near ?? made).focus({ preventScroll: true });
}

export function build() {
  log.addEventListener("scroll", () => {
    sticks = atEnd();
    seen();
  });
  addEventListener("focus", seen);
  document.addEventListener("visibilitychange", seen);
  // The end stays in sight when the log shrinks or a picture has loaded; `load` does not bubble.
  const keepEnd = () => sticks && (log.scrollTop = log.scrollHeight);
  new ResizeObserver(keepEnd).observe(log);
  log.addEventListener("load", keepEnd, true);
}

export function toEnd() {
  sticks = true;
  log.scrollTop = log.scrollHeight;
  seen();
}

on("message", ({ message }) => {
  if (message.channel_id !== state.place) return;
  redraw(message.id);
  if (message.author.id === state.me.id) toEnd();
  seen();
});
on("redraw", ({ message }) => redraw(message));
on("gone", ({ channel, message }) => {
  if (channel !== state.place) return;
  nodeOf(message)?.remove();
  arrange();
});
on("local", ({ node }) => {
  log.append(node);
  toEnd();
});
