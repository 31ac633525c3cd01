// Discord's Markdown as nodes: blocks first, then marks within a line.

import { el } from "./dom.js";
import { emit, placeName, state, userName } from "./state.js";
import { stamp } from "./time.js";

const EMOJIS_ALONE = /^(?:<a?:\w{2,32}:\d+>|\p{RGI_Emoji}|\s)+$/v;
const MOST_LARGE = 30;

export function markdown(text) {
  if (EMOJIS_ALONE.test(text)) {
    const nodes = inline(text);
    const large = nodes.filter((node) => typeof node !== "string").length <= MOST_LARGE;
    return [el("div", { class: large ? "text jumbo" : "text" }, nodes)];
  }
  const found = [];
  for (const [at, part] of text.split(/```(?:[\w+-]*\n)?([\s\S]+?)```\n?/).entries()) {
    if (at % 2) found.push(el("pre", {}, el("code", {}, part.replace(/\n$/, ""))));
    else if (part) found.push(...blocks(part));
  }
  return found;
}

const HEADING = /^ *(#{1,3})\s+(.+?)#*$/;
const SMALL = /^ *-# +(.+)$/;
const ITEM = /^( *)([-*]|\d+\.) +(.*)$/;

function blocks(text) {
  const lines = text.split("\n");
  const found = [];
  let plain = [];
  const flush = () => {
    if (plain.length) found.push(el("div", { class: "text" }, inline(plain.join("\n"))));
    plain = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    const heading = HEADING.exec(line);
    const small = SMALL.exec(line);
    if (line.startsWith(">>> ")) {
      flush();
      found.push(el("blockquote", {}, blocks([line.slice(4), ...lines.slice(at + 1)].join("\n"))));
      return found;
    }
    if (line.startsWith("> ")) {
      flush();
      let end = at;
      while (end < lines.length && lines[end].startsWith("> ")) end += 1;
      const inside = lines.slice(at, end).map((one) => one.slice(2));
      found.push(el("blockquote", {}, blocks(inside.join("\n"))));
      at = end - 1;
    } else if (heading) {
      flush();
      found.push(
        el(
          "div",
          { class: `h${heading[1].length}`, role: "heading", "aria-level": heading[1].length + 2 },
          inline(heading[2]),
        ),
      );
      while (lines[at + 1] === "" && at + 2 < lines.length) at += 1;
    } else if (small) {
      flush();
      found.push(el("div", { class: "small" }, inline(small[1])));
    } else if (ITEM.test(line)) {
      flush();
      let end = at;
      while (end < lines.length && ITEM.test(lines[end])) end += 1;
      found.push(list(lines.slice(at, end).map((one) => ITEM.exec(one))));
      at = end - 1;
    } else {
      plain.push(line);
    }
  }
  flush();
  return found;
}

function list(items) {
  const depth = items[0][1].length;
  const ordered = /\d/.test(items[0][2]);
  const node = el(ordered ? "ol" : "ul", { start: ordered ? parseInt(items[0][2], 10) : undefined });
  for (let at = 0; at < items.length; at += 1) {
    let end = at + 1;
    while (end < items.length && items[end][1].length > depth) end += 1;
    const below = items.slice(at + 1, end);
    node.append(el("li", {}, inline(items[at][3]), below.length ? list(below) : null));
    at = end - 1;
  }
  return node;
}

const nested = (tag, name) => (m) => el(tag, { class: name }, inline(m[1]));

// Tried in this order wherever a mark may begin.
const RULES = [
  [/\\([^0-9A-Za-z\s])/y, (m) => m[1]],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, (m) => el("code", {}, m[2].trim() || m[2])],
  [/<@!?(\d+)>/y, (m) => mention(m[1])],
  [/<@&\d+>/y, () => el("span", { class: "mention" }, "@role")],
  [/<#(\d+)>/y, (m) => placeLink(m[1])],
  [/<t:(-?\d+)(?::([tTdDfFRsS]))?>/y, (m) => stamp(Number(m[1]), m[2] ?? "f")],
  [/<a?:(\w{2,32}):(\d+)>/y, (m) => emoji({ name: m[1], id: m[2] })],
  [/<\/([^:>]+):\d+>/y, (m) => el("span", { class: "mention" }, `/${m[1]}`)],
  [/<(https?:\/\/[^\s>]+)>/y, (m) => link(m[1], [m[1]])],
  [/\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)/y, (m) => link(m[2], inline(m[1]))],
  [/https?:\/\/[^\s<]+[^\s<.,:;"'\])]/y, (m) => link(m[0], [m[0]])],
  [/\*\*([\s\S]+?)\*\*(?!\*)/y, nested("strong")],
  [/__([\s\S]+?)__(?!_)/y, nested("u")],
  [/~~([\s\S]+?)~~/y, nested("s")],
  [/\|\|([\s\S]+?)\|\|/y, (m) => spoiler(m[1])],
  [/\*(?=\S)((?:\*\*|[^*])+?)(?<=\S)\*(?!\*)/y, nested("em")],
  [/\b_((?:__|[^_])+?)_\b/y, nested("em")],
  [/@(?:everyone|here)\b/y, (m) => el("span", { class: "mention" }, m[0])],
  [/\p{RGI_Emoji}/vy, (m) => emoji({ name: m[0] })],
];
const BEGINS = /[\\`<\[h*_~\|@]|\p{RGI_Emoji}/vy;

export function inline(text) {
  const found = [];
  let plain = "";
  for (let at = 0; at < text.length;) {
    BEGINS.lastIndex = at;
    const [mark, node] = BEGINS.test(text) ? marked(text, at) : [null];
    if (mark === null) {
      plain += text[at];
      at += 1;
      continue;
    }
    if (plain) found.push(plain);
    plain = "";
    found.push(node);
    at += mark.length;
  }
  if (plain) found.push(plain);
  return found;
}

function marked(text, at) {
  for (const [rule, make] of RULES) {
    rule.lastIndex = at;
    const match = rule.exec(text);
    if (match) return [match[0], make(match)];
  }
  return [null];
}

function mention(id) {
  const name = userName(id);
  const own = id === state.me?.id;
  return el(
    "span",
    { class: `mention${own ? " own" : ""}`, data: { user: id } },
    name ? `@${name}` : `<@${id}>`, // as clients show members who have left
  );
}

function placeLink(id) {
  const name = placeName(id);
  if (!name) return el("span", { class: "mention" }, "#unknown");
  const thread = state.places.get(id).kind === "thread";
  const go = () => emit("go", { place: id });
  return el(
    "button",
    { type: "button", class: "mention link", onclick: go },
    `${thread ? "🧵 " : "#"}${name}`,
  );
}

export function emoji(one) {
  if (!one.id) return el("span", { class: "emoji" }, one.name);
  const name = `:${one.name}:`;
  const unknown = () => node.replaceWith(name);
  const about = { class: "emoji", alt: name, title: name, onerror: unknown };
  const node = el("img", { ...about, src: `/emojis/${one.id}` });
  return node;
}

const PLACE = /^https:\/\/discord\.com\/channels\/\d+\/(\d+)/;

/* Discord's own addresses lead to their place without leaving the page. */
function link(url, inside) {
  const place = PLACE.exec(url)?.[1];
  if (place && inside[0] === url) return placeLink(place);
  if (place && placeName(place)) {
    const go = () => emit("go", { place });
    return el("button", { type: "button", class: "mention link", onclick: go }, inside);
  }
  return el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, inside);
}

function spoiler(text) {
  const node = el(
    "button",
    { type: "button", class: "spoiler", "aria-label": "Spoiler, press to show" },
    el("span", {}, inline(text)),
  );
  node.addEventListener("click", () => {
    node.classList.add("shown");
    node.removeAttribute("aria-label");
  });
  return node;
}
