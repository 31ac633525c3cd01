// Behind the scenes: the bot's calls, its rate limits, and deliberate faults.

import { byId, el, fill } from "./dom.js";
import { ask } from "./socket.js";
import { on } from "./state.js";

const EVERY_MS = 1000;
let panel = null;

const clock = (at) => new Date(at * 1000).toLocaleTimeString();

function gauge({ what, used, most, ends }) {
  const bar = el("meter", { min: 0, max: most, high: most * 0.8, value: used, "aria-label": what });
  return el(
    "li",
    {},
    bar,
    el("code", {}, what),
    el("span", { class: "small" }, `${used} of ${most}, ${ends} s left`),
  );
}

function call({ method, route, status, at }) {
  const state = status === 0 ? "under way or reset" : String(status);
  return el(
    "li",
    { class: status >= 400 || status === 0 ? "bad" : "" },
    el("span", { class: "small" }, clock(at)),
    el("code", {}, `${method} ${route}`),
    el("span", {}, state),
  );
}

function draw(found) {
  const newest = (title, rows, none) => [
    el("h3", {}, title),
    rows.length ? el("ul", {}, rows) : el("p", { class: "small" }, none),
  ];
  fill(
    panel.querySelector(".report"),
    el("p", {}, found.connected ? "The bot is connected." : "The bot is not connected."),
    newest(
      `Rate limits (${found.limited} times refused with 429)`,
      found.limits.map(gauge),
      "No limit is being counted now.",
    ),
    newest(
      "Faults",
      found.faults.map(({ at, what }) =>
        el("li", {}, el("span", { class: "small" }, clock(at)), el("span", {}, what)),
      ),
      "None so far.",
    ),
    newest(
      "Refused",
      found.refusals.map(({ code, message, method, route }) =>
        el(
          "li",
          { class: "bad" },
          el("span", {}, String(code)),
          el("code", {}, `${method} ${route}`),
          el("span", {}, message),
        ),
      ),
      "Nothing so far.",
    ),
    newest("Calls of the bot", found.calls.map(call), "None yet."),
  );
}

async function refresh(what = {}) {
  if (!panel) return;
  const found = await ask("behind", what).catch(() => null);
  if (!found || !panel) return;
  panel.querySelector("input").value = String(Math.round(found.chaos * 100));
  panel.querySelector("output").textContent = `${Math.round(found.chaos * 100)} %`;
  draw(found);
}

function build() {
  const chosen = el("input", {
    type: "range",
    min: 0,
    max: 50,
    value: "0",
    "aria-label": "Part of calls and events that fail",
  });
  chosen.addEventListener("change", () => refresh({ chaos: Number(chosen.value) / 100 }));
  return el(
    "section",
    { id: "behind", "aria-label": "Behind the scenes" },
    el(
      "header",
      {},
      el("h2", {}, "Behind the scenes"),
      el("button", { type: "button", class: "icon", "aria-label": "Close", onclick: toggle }, "✕"),
    ),
    el("label", { class: "chaos" }, "A bad day: ", chosen, el("output", {}, "0 %")),
    el("div", { class: "report" }),
  );
}

function toggle() {
  if (panel) {
    panel.remove();
    panel = null;
    return;
  }
  panel = build();
  byId("main").append(panel);
  refresh();
}

setInterval(() => refresh(), EVERY_MS);
on("behind", toggle);
