// Slash commands, and the values of their options.

import { el, fill } from "./dom.js";
import { ask } from "./socket.js";
import { state } from "./state.js";

const SUBCOMMAND = 1;
const GROUP = 2;
const INTEGER = 4;
const BOOLEAN = 5;
const USER = 6;
const CHANNEL = 7;
const NUMBER = 10;
const OFFERED = 25;

// All commands and subcommands usable here: {name, key, description, options}.
export function commands() {
  const flat = (node, name, key) => {
    const inner = (node.options ?? []).filter((one) => [SUBCOMMAND, GROUP].includes(one.type));
    if (!inner.length) return [{ name, key, description: node.description, options: node.options ?? [] }];
    return inner.flatMap((one) => flat(one, `${name} ${one.name}`, `${key} ${one.key}`));
  };
  const all = state.open.get(state.place)?.commands ?? [];
  return all.flatMap((one) => flat(one, one.name, one.key));
}

export function matching(typed) {
  const wanted = typed.toLowerCase();
  const fits = commands().filter((one) => one.name.includes(wanted) || one.key.includes(wanted));
  return fits.sort((a, b) => Number(b.name.startsWith(wanted)) - Number(a.name.startsWith(wanted)));
}

export const wantsMore = (command) => command.options.some((one) => one.required);

// The offers for an option, as {name, value}; null: anything may be typed.
export async function offers(command, option, typed, given) {
  const wanted = typed.toLowerCase();
  const fits = (all) => all.filter((one) => one.name.toLowerCase().includes(wanted)).slice(0, OFFERED);
  if (option.choices) return fits(option.choices);
  if (option.type === BOOLEAN)
    return fits([
      { name: "True", value: true },
      { name: "False", value: false },
    ]);
  if (option.type === USER) {
    return fits([...state.people.values()].map((one) => ({ name: `@${one.name}`, value: one.id })));
  }
  if (option.type === CHANNEL) {
    const places = [...state.places.values()].filter((one) => one.kind !== "dm");
    return fits(places.map((one) => ({ name: `#${one.name}`, value: one.id })));
  }
  if (!option.autocomplete) return null;
  const asked = { channel: state.place, name: command.key, option: option.key };
  const found = await ask("complete", { ...asked, options: { ...given, [option.key]: typed } });
  if (found.kind === "failed") throw new Error("Loading options failed");
  return found.choices;
}

// The value to send for an option's field. Throws if it does not fit.
export function valueOf(option, typed, picked) {
  if (picked !== undefined) return picked;
  if ([USER, CHANNEL, BOOLEAN].includes(option.type) || option.choices) {
    throw new Error(`Choose something for ${option.name} from the list.`);
  }
  if (option.type === INTEGER || option.type === NUMBER) {
    const number = Number(typed);
    if (Number.isNaN(number) || (option.type === INTEGER && !Number.isInteger(number))) {
      throw new Error(`${option.name} is a number.`);
    }
    return number;
  }
  return typed;
}

// A list to choose from by arrow keys with Tab or Enter, or a click.
export function picker(label) {
  const node = el("div", { class: "picker", role: "listbox", "aria-label": label, hidden: true });
  const own = { node, items: [], at: 0, chosen: () => {} };
  own.show = (items, chosen) => {
    Object.assign(own, { items, chosen, at: 0 });
    fill(
      node,
      items.map((item, at) => line(own, item, at)),
    );
    node.hidden = items.length === 0;
    highlight(own);
  };
  own.hide = () => own.show([], () => {});
  own.key = (event) => {
    if (!own.items.length) return false;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) {
      own.at = (own.at + by + own.items.length) % own.items.length;
      highlight(own);
    } else if (event.key === "Enter" || event.key === "Tab") {
      own.chosen(own.items[own.at]);
    } else if (event.key === "Escape") {
      own.hide();
    } else {
      return false;
    }
    return true;
  };
  return own;
}

function line(own, item, at) {
  return el(
    "div",
    {
      class: "picked",
      role: "option",
      id: `picked-${at}`,
      onpointerdown: (event) => event.preventDefault(), // the field keeps the focus
      onclick: () => own.chosen(own.items[at]),
    },
    el("strong", {}, item.title ?? item.name),
    item.description ? el("span", { class: "small" }, item.description) : null,
  );
}

function highlight(own) {
  for (const [at, child] of [...own.node.children].entries()) {
    child.setAttribute("aria-selected", String(at === own.at));
    if (at === own.at) child.scrollIntoView({ block: "nearest" });
  }
}
