// The parts of a message: rows, buttons, menus, texts, boxes, pictures, files.

import { el } from "./dom.js";
import { form } from "./form.js";
import { emoji, markdown } from "./markdown.js";
import { file, gallery, picture, veiled } from "./media.js";
import { menu } from "./menu.js";
import { ask } from "./socket.js";
import { emit } from "./state.js";
import { t } from "./words.js";

const STYLES = [null, "primary", "secondary", "success", "danger", "link", "premium"];
const busy = new Set();
export const failed = new Map(); // why the last press failed, by message

export function components(parts, message) {
  return parts.map((part) => (KINDS[part.type] ?? unknown)(part, message));
}

const KINDS = {
  1: row,
  2: button,
  3: select,
  5: select,
  6: select,
  7: select,
  8: select,
  9: section,
  10: (part) => el("div", { class: "words" }, markdown(part.content)),
  11: (part) => picture(part.media, part),
  12: gallery,
  13: file,
  14: separator,
  17: box,
};

function unknown(part) {
  return el("div", { class: "small" }, `A component of type ${part.type} is not shown here.`);
}

function row(part, message) {
  return el("div", { class: "row", role: "group" }, components(part.components, message));
}

function section(part, message) {
  const texts = el("div", { class: "texts" }, components(part.components, message));
  return el("div", { class: "section" }, texts, components([part.accessory], message));
}

function box(part, message) {
  const node = el("div", { class: "box" }, components(part.components, message));
  if (part.accent_color !== undefined && part.accent_color !== null) {
    node.classList.add("accented");
    node.style.setProperty("--bar", `#${part.accent_color.toString(16).padStart(6, "0")}`);
  }
  return part.spoiler ? veiled(node) : node;
}

function separator(part) {
  const classes = [part.divider === false ? "blank" : "", part.spacing === 2 ? "large" : ""];
  return el("hr", { class: classes.join(" ") });
}

// --- buttons and menus -----------------------------------------------------------------------

function button(part, message) {
  const inside = [part.emoji ? emoji(part.emoji) : null, part.label];
  if (part.url) {
    return el(
      "a",
      { class: "button link", href: part.url, target: "_blank", rel: "noopener noreferrer" },
      inside,
      el("span", { "aria-hidden": "true" }, "↗"),
    );
  }
  const key = `${message.id} ${part.custom_id}`;
  return el(
    "button",
    {
      type: "button",
      class: `button ${STYLES[part.style]}`,
      disabled: part.disabled,
      "aria-busy": busy.has(key) ? "true" : undefined,
      data: { key: part.custom_id },
      onclick: () => interact(message, part.custom_id, "press", {}),
    },
    el("span", { class: "label" }, inside),
  );
}

function select(part, message) {
  return menu(part, {
    busy: busy.has(`${message.id} ${part.custom_id}`),
    chosen: (values) => interact(message, part.custom_id, "choose", { values }),
  });
}

// Tell the bot, and show that it is working, and a failure.
async function interact(message, id, what, more) {
  const key = `${message.id} ${id}`;
  if (busy.has(key)) return;
  busy.add(key);
  failed.delete(message.id);
  mark(message, id, true);
  try {
    const asked = { channel: message.channel_id, message: message.id, custom_id: id, ...more };
    await shown(await ask(what, asked), message);
  } catch (refusal) {
    failed.set(message.id, refusal.message);
  } finally {
    busy.delete(key);
    mark(message, id, false);
    if (failed.has(message.id)) emit("redraw", { message: message.id });
  }
}

async function shown(outcome, message) {
  if (outcome.kind === "failed") failed.set(message.id, failure(outcome));
  if (outcome.kind === "modal") await form(outcome);
}

export function failure(outcome) {
  const codes = outcome.codes.filter(Boolean).join(", ");
  return `${t("This interaction failed")}${codes ? ` (${codes})` : ""}`;
}

function mark(message, id, isBusy) {
  for (const node of document.querySelectorAll(`[data-message="${message.id}"] [data-key]`)) {
    if (node.dataset.key !== id) continue;
    if (isBusy) node.setAttribute("aria-busy", "true");
    else node.removeAttribute("aria-busy");
  }
}
