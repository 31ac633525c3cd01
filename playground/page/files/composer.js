// The field for writing messages, and slash commands with their options.

import { byId, el, fill } from "./dom.js";
import { failure } from "./components.js";
import { form } from "./form.js";
import { unanswered } from "./message.js";
import { toEnd } from "./chat.js";
import { commands, matching, offers, picker, valueOf, wantsMore } from "./slash.js";
import { ask } from "./socket.js";
import { emit, on, openPlace, state } from "./state.js";
import { t } from "./words.js";

const WAIT_MS = 120;
let writtenIn = "";
let command = null; // {command, fields: Map(key → {input, picked})} while a command is filled in
const list = picker("Commands");
const complaint = el("p", { class: "complaint", role: "alert" });
const box = el("div", { class: "composer" });
const text = el("textarea", {
  rows: 1,
  id: "write",
  role: "combobox",
  "aria-expanded": "false",
  "aria-autocomplete": "list",
});
const send = el("button", { type: "submit", class: "icon send", "aria-label": "Send", title: "Send" }, "➤");
const writer = el("form", { class: "writer" });

export function build() {
  const end = el("button", { type: "button", id: "to-end", hidden: true, onclick: toEnd }, "");
  fill(byId("below"), end, list.node, complaint, box);
  writer.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  text.addEventListener("input", typed);
  text.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const exact = event.key === "Enter" && text.value.startsWith("/") && exactly(text.value);
    if (!exact && list.key(event)) {
      event.preventDefault();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      submit();
    }
  });
  plain();
}

// The command typed in full that needs no options: Enter sends it.
function exactly(value) {
  const name = value.slice(1).trim();
  return commands().find((one) => (one.name === name || one.key === name) && !wantsMore(one));
}

function plain({ focus = false } = {}) {
  command = null;
  fill(writer, text, send);
  fill(box, writer);
  text.value = "";
  typed();
  if (focus) text.focus();
}

function label() {
  const place = openPlace();
  const name = place?.kind === "channel" ? `#${place.name}` : (place?.name ?? "");
  text.placeholder = t("Message {}, or type /", name);
  byId("to-end").textContent = `${t("New messages below")} ↓`;
  text.setAttribute("aria-label", `Message ${name}`);
}

function typed() {
  fill(complaint);
  text.style.height = "auto";
  if (text.value) text.style.height = `${Math.min(text.scrollHeight, 160)}px`;
  const slash = text.value.startsWith("/") && !text.value.includes("\n");
  const found = slash ? matching(text.value.slice(1)).map((one) => ({ ...one, title: `/${one.name}` })) : [];
  list.show(found, begin);
  text.setAttribute("aria-expanded", String(found.length > 0));
}

async function submit() {
  if (command) {
    await use();
    return;
  }
  const value = text.value.trim();
  const found = value.startsWith("/") && exactly(value);
  if (found) {
    plain({ focus: true });
    await send_(found, {});
    return;
  }
  if (!value) return;
  const content = value.replace(/@(\S+)/g, (all, name) => {
    const user = [...state.people.values()].find((one) => one.name === name);
    return user ? `<@${user.id}>` : all;
  });
  try {
    await ask("say", { channel: state.place, content });
    plain({ focus: true });
  } catch (refusal) {
    fill(complaint, refusal.message);
  }
}

// --- filling in a command --------------------------------------------------------------------

function begin(chosen) {
  list.hide();
  command = { command: chosen, fields: new Map() };
  const sorted = [...chosen.options].sort(
    (a, b) => Number(b.required ?? false) - Number(a.required ?? false),
  );
  const name = el(
    "button",
    { type: "submit", class: "pill", title: "Enter sends it, Escape leaves it" },
    `/${chosen.name}`,
  );
  name.addEventListener("keydown", (event) => {
    if (["Escape", "Backspace"].includes(event.key)) plain({ focus: true });
  });
  fill(
    writer,
    name,
    sorted.map(field),
    sorted.length ? null : el("span", { class: "small hint" }, "Press Enter to send"),
    send,
  );
  fill(box, writer);
  (writer.querySelector("input") ?? name).focus();
}

function field(option) {
  const input = el("input", {
    type: "text",
    autocomplete: "off",
    placeholder: option.required ? "" : "optional",
    "aria-label": `${option.name}: ${option.description}`,
  });
  const own = { option, input, picked: undefined };
  command.fields.set(option.key, own);
  let timer = 0;
  const look = () => {
    clearTimeout(timer);
    timer = setTimeout(() => suggest(own), WAIT_MS);
  };
  input.addEventListener("input", () => {
    own.picked = undefined;
    look();
  });
  input.addEventListener("focus", () => suggest(own));
  input.addEventListener("blur", () => list.hide());
  input.addEventListener("keydown", (event) => {
    if (list.key(event)) {
      event.preventDefault();
    } else if (event.key === "Escape" || (event.key === "Backspace" && !input.value)) {
      event.preventDefault();
      plain({ focus: true });
    }
  });
  return el(
    "label",
    { class: "argument", title: option.description },
    el("span", {}, option.name, option.required ? " *" : ""),
    input,
  );
}

async function suggest(own) {
  const filling = command;
  try {
    const found = await offers(filling.command, own.option, own.input.value, given({ without: own }));
    if (command !== filling || document.activeElement !== own.input || own.picked !== undefined) return;
    list.show(
      (found ?? []).map((one) => ({ ...one, title: one.name })),
      (one) => {
        own.picked = one.value;
        own.input.value = one.name;
        list.hide();
      },
    );
  } catch (error) {
    fill(complaint, error.message);
  }
}

function given({ without = null } = {}) {
  const found = {};
  for (const own of command.fields.values()) {
    if (own === without || (!own.input.value && own.picked === undefined)) continue;
    try {
      found[own.option.key] = valueOf(own.option, own.input.value, own.picked);
    } catch (error) {
      if (!without) throw error;
    }
  }
  return found;
}

async function use() {
  try {
    const options = given();
    const missing = command.command.options.find((one) => one.required && !(one.key in options));
    if (missing) throw new Error(`${missing.name} is needed: ${missing.description}`);
    const chosen = command.command;
    plain({ focus: true });
    await send_(chosen, options);
  } catch (error) {
    fill(complaint, error.message);
  }
}

// Send a command, and show a notice if the bot does not answer.
async function send_(chosen, options) {
  const place = state.place;
  try {
    const outcome = await ask("command", { channel: place, name: chosen.key, options });
    if (outcome.kind === "modal") await form(outcome);
    if (outcome.kind === "failed") emit("local", { node: unanswered(chosen.name, failure(outcome)) });
  } catch (refusal) {
    emit("local", { node: unanswered(chosen.name, refusal.message) });
  }
}

on("opened", ({ focus }) => {
  if (state.place !== writtenIn) plain(); // reopening a place keeps the text being written
  writtenIn = state.place;
  label();
  if (focus && matchMedia("(min-width: 761px)").matches) text.focus();
});
on("filled", typed);
on("use", ({ command: key }) => {
  const found = commands().find((one) => one.key === key);
  if (found) send_(found, {});
});
