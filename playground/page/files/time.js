// Times as Discord shows them; relative ones keep counting.

import { el } from "./dom.js";
import { now, state } from "./state.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
const UNITS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

const locale = () => state.me?.locale ?? "en-US";

export function formatted(at, style) {
  return new Intl.DateTimeFormat(locale(), STYLES[style]).format(new Date(at * 1000));
}

export function relative(at) {
  const distance = Math.round(at - now());
  const [unit, size] = UNITS.find((one) => Math.abs(distance) >= one[1]) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(locale()).format(Math.round(distance / size), unit);
}

export function stamp(at, style) {
  const node = el("time", { class: "stamp", title: formatted(at, "F"), data: { at, style } });
  node.textContent = style === "R" ? relative(at) : formatted(at, style);
  return node;
}

// The time a message was written, with the day unless it is today.
export function written(iso) {
  const at = new Date(iso);
  const today = at.toDateString() === new Date(now() * 1000).toDateString();
  return el(
    "time",
    { class: "when", datetime: iso, title: formatted(at / 1000, "F") },
    formatted(at / 1000, today ? "t" : "s"),
  );
}

setInterval(() => {
  for (const node of document.querySelectorAll('time[data-style="R"]')) {
    const text = relative(Number(node.dataset.at));
    if (node.textContent !== text) node.textContent = text;
  }
}, 500);
