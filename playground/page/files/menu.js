// A menu for one or several choices, like Discord's: several are sent when it closes.

import { byId, el, fill } from "./dom.js";
import { emoji } from "./markdown.js";
import { t } from "./words.js";

const TITLES = { 5: "Select a user", 6: "Select a role", 7: "Select a user or role", 8: "Select a channel" };
let opened = null;

// `chosen(values)` is called after the person has chosen; `busy`: the bot has not answered yet.
export function menu(part, { busy, chosen }) {
  const least = part.min_values ?? 1;
  const most = part.max_values ?? 1;
  const now = part.options.filter((option) => option.default);
  const title = part.placeholder ?? TITLES[part.type] ?? t("Make a selection");
  const node = el("button", {
    type: "button",
    class: "menu",
    role: "combobox",
    disabled: part.disabled,
    "aria-haspopup": "listbox",
    "aria-expanded": "false",
    "aria-busy": busy ? "true" : undefined,
    "aria-label": now.length ? `${title}: ${now.map((option) => option.label).join(", ")}` : title,
    data: { key: part.custom_id },
  });
  const face = (options) => {
    const several = options.length > 1;
    const inside = options.map((option) => el("span", { class: several ? "chip" : "" }, label(option)));
    fill(
      node,
      el("span", { class: options.length ? "face" : "face empty" }, options.length ? inside : title),
      el("span", { class: "arrow", "aria-hidden": "true" }, "▾"),
    );
  };
  face(now);
  const send = (options) => {
    face(options);
    chosen(options.map((option) => option.value));
  };
  node.addEventListener("click", () => toggle(node, { part, title, least, most, now, send }));
  node.addEventListener("keydown", (event) => {
    if (!["ArrowDown", "ArrowUp"].includes(event.key) || opened?.node === node) return;
    event.preventDefault();
    toggle(node, { part, title, least, most, now, send });
  });
  return el("div", { class: "menu-holder" }, node);
}

function label(option) {
  return [option.emoji ? [emoji(option.emoji), " "] : null, option.label];
}

export function menuIsOpen() {
  return opened !== null;
}

// Keep the open menu over a redrawing of its message if that still has it, otherwise shut it.
export function readopt(row) {
  if (!opened || opened.node.isConnected) return;
  const again = [...row.querySelectorAll(".menu")].find(
    (node) => node.dataset.key === opened.node.dataset.key,
  );
  if (again && !again.disabled) {
    opened.node = again;
    again.setAttribute("aria-expanded", "true");
  } else if (opened.row === row.dataset.message) {
    shut();
  }
}

function shut({ focus = false } = {}) {
  if (!opened) return;
  const { node, sheet } = opened;
  opened = null;
  sheet.remove();
  node.setAttribute("aria-expanded", "false");
  if (focus) node.focus();
}

function toggle(node, menuOf) {
  if (opened?.node === node) close();
  else open(node, menuOf);
}

// Close the menu and send several choices. Escape does so, too, as in Discord's client.
function close({ focus = false } = {}) {
  if (!opened) return;
  const { menuOf, ticked } = opened;
  shut({ focus });
  if (menuOf.most === 1 || ticked === null) return;
  const values = menuOf.part.options.filter((option) => ticked.has(option.value));
  const same = values.length === menuOf.now.length && menuOf.now.every((option) => ticked.has(option.value));
  if (!same && values.length >= menuOf.least) menuOf.send(values);
}

function open(node, menuOf) {
  close();
  const ticked = new Set(menuOf.now.map((option) => option.value));
  const sheet = el("div", { class: "sheet" });
  opened = { node, menuOf, ticked, sheet, row: node.closest("[data-message]")?.dataset.message };
  const list = el("div", {
    class: "options",
    role: "listbox",
    tabindex: -1,
    "aria-label": menuOf.title,
    "aria-multiselectable": menuOf.most > 1 ? "true" : undefined,
  });
  list.append(...menuOf.part.options.map((option) => entry(option, menuOf, ticked)));
  fill(
    sheet,
    el("div", { class: "sheet-title" }, menuOf.title),
    list,
    menuOf.most > 1 ? foot(menuOf, ticked) : null,
  );
  sheet.addEventListener("keydown", keys);
  const within = node.closest("dialog") ?? byId("layer");
  within.append(sheet);
  place(node, sheet);
  node.setAttribute("aria-expanded", "true");
  const first = list.querySelector('[aria-selected="true"]') ?? list.firstElementChild;
  first?.focus();
}

function foot(menuOf, ticked) {
  const count = el("span", { class: "small" }, counted(menuOf, ticked));
  const done = el(
    "button",
    { type: "button", class: "button primary", onclick: () => close({ focus: true }) },
    t("Done"),
  );
  return el("div", { class: "sheet-foot" }, count, done);
}

function counted({ least, most }, ticked) {
  return t("{} chosen", least === most ? `${ticked.size}/${most}` : ticked.size);
}

function entry(option, menuOf, ticked) {
  const several = menuOf.most > 1;
  const node = el(
    "div",
    {
      class: "option",
      role: "option",
      tabindex: -1,
      "aria-selected": String(ticked.has(option.value)),
      data: { value: option.value },
    },
    option.emoji ? emoji(option.emoji) : null,
    el(
      "span",
      { class: "option-words" },
      el("span", {}, option.label),
      option.description ? el("span", { class: "small" }, option.description) : null,
    ),
    el("span", { class: several ? "box-tick" : "tick", "aria-hidden": "true" }),
  );
  node.addEventListener("click", () => pick(option, node));
  return node;
}

function pick(option, node) {
  const { menuOf, ticked, sheet } = opened;
  if (menuOf.most === 1) {
    const again = ticked.has(option.value);
    shut({ focus: true });
    if (!again) menuOf.send([option]);
    else if (menuOf.least === 0) menuOf.send([]);
    return;
  }
  if (ticked.has(option.value)) ticked.delete(option.value);
  else if (ticked.size < menuOf.most) ticked.add(option.value);
  node.setAttribute("aria-selected", String(ticked.has(option.value)));
  sheet.querySelector(".sheet-foot .small").textContent = counted(menuOf, ticked);
}

function keys(event) {
  const all = [...opened.sheet.querySelectorAll(".option")];
  const at = all.indexOf(document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to !== undefined) {
    all[Math.max(0, Math.min(to, all.length - 1))]?.focus();
  } else if (event.key === "Escape") {
    close({ focus: true });
  } else if (event.key === "Tab") {
    if (opened.menuOf.most > 1 && at >= 0) opened.sheet.querySelector(".sheet-foot button").focus();
    else close({ focus: true });
  } else if ((event.key === "Enter" || event.key === " ") && at >= 0) {
    all[at].click();
  } else if (event.key.length === 1 && at >= 0) {
    const wanted = event.key.toLowerCase();
    const after = [...all.slice(at + 1), ...all.slice(0, at + 1)];
    after
      .find((one) => one.querySelector(".option-words").textContent.toLowerCase().startsWith(wanted))
      ?.focus();
    return;
  } else {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}

// Place the choices below the menu, or above if there is more room; on phones CSS makes a sheet.
function place(node, sheet) {
  const at = node.getBoundingClientRect();
  const below = innerHeight - at.bottom;
  const up = below < Math.min(sheet.offsetHeight, 320) && at.top > below;
  sheet.style.left = `${Math.max(4, Math.min(at.left, innerWidth - at.width - 4))}px`;
  sheet.style.width = `${at.width}px`;
  sheet.style.maxHeight = `${Math.min(340, (up ? at.top : below) - 12)}px`;
  if (up) sheet.style.bottom = `${innerHeight - at.top + 4}px`;
  else sheet.style.top = `${at.bottom + 4}px`;
}

document.addEventListener("pointerdown", (event) => {
  if (opened && !opened.sheet.contains(event.target) && !opened.node.contains(event.target)) close();
});
addEventListener("resize", () => close());
