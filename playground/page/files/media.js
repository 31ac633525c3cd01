// Pictures and files: alone, in galleries, enlarged; with their descriptions.

import { byId, el, fill, iconButton, localAddress } from "./dom.js";
import { t } from "./words.js";

const LOADING = 1;
const LOADED_NOT_FOUND = 3;

// `about` may have a `description` and be a `spoiler`.
export function picture(media, about = {}) {
  const address = localAddress(media.proxy_url ?? media.url);
  const words = about.description ?? "";
  if (media.loading_state === LOADING) return el("div", { class: "broken" });
  if (media.loading_state === LOADED_NOT_FOUND) return el("div", { class: "broken" }, "🖼");
  if (address === null) {
    return el(
      "a",
      { class: "outside", href: media.url, target: "_blank", rel: "noopener noreferrer" },
      `🖼 ${words || media.url}`,
    );
  }
  const { width, height } = media;
  const image = el("img", { src: address, alt: words, width, height, decoding: "sync" });
  const enlarged = () => enlarge(address, words);
  const node = el(
    "div",
    { class: "picture" },
    el("button", { type: "button", title: t("Enlarge"), onclick: enlarged }, image),
    words ? alternative(words) : null,
  );
  return about.spoiler ? veiled(node) : node;
}

// The ALT mark, which shows the description.
function alternative(words) {
  return el("details", { class: "alt" }, el("summary", {}, "ALT"), el("p", {}, words));
}

function enlarge(address, words) {
  const close = () => node.close();
  const node = el(
    "dialog",
    { class: "viewer", "aria-label": words || t("Enlarge"), onclose: () => node.remove(), onclick: close },
    iconButton(t("Close"), "✕", close),
    el("img", { src: address, alt: words }),
    words ? el("p", {}, words) : null,
  );
  byId("layer").append(node);
  node.showModal();
}

export function gallery(part) {
  return el(
    "div",
    { class: "gallery", data: { count: part.items.length } },
    part.items.map((item) => picture(item.media, item)),
  );
}

export function file(part) {
  const node = card(part.name, part.size, part.file.url);
  return part.spoiler ? veiled(node) : node;
}

export function attachment(one) {
  if (one.content_type.startsWith("image/") && !one.content_type.includes("svg")) {
    return picture(one, one);
  }
  return card(one.filename, one.size, one.url);
}

function card(name, bytes, url) {
  const size = bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(1)} kB`;
  return el(
    "div",
    { class: "file" },
    el("span", { class: "sign", "aria-hidden": "true" }, "📄"),
    el(
      "div",
      {},
      el("a", { href: localAddress(url) ?? "", download: name }, name),
      el("div", { class: "small" }, size),
    ),
  );
}

export function veiled(node) {
  const cover = el("button", { type: "button", class: "veil" }, "Spoiler");
  const holder = el("div", { class: "veiled" }, node, cover);
  cover.addEventListener("click", () => fill(holder, node));
  return holder;
}
