// A message as a row of the log.

import { components, failed } from "./components.js";
import { avatar, el, iconButton, plural } from "./dom.js";
import { inline, markdown } from "./markdown.js";
import { attachment, picture } from "./media.js";
import { ask } from "./socket.js";
import { emit, state } from "./state.js";
import { written } from "./time.js";
import { t } from "./words.js";

const LOADING = 1 << 7;
const MODERN = 1 << 15;

export function row(message) {
  const author = message.author;
  const classes = ["message"];
  if (message.ephemeral) classes.push("ephemeral");
  if (message.rings && !message.ephemeral && state.places.get(message.channel_id)?.kind !== "dm")
    classes.push("rings");
  return el(
    "article",
    {
      class: classes.join(" "),
      tabindex: -1,
      "aria-label": `${author.name}${message.ephemeral ? ", only you can see this" : ""}`,
      data: {
        message: message.id,
        author: author.id,
        at: message.timestamp,
        begins: begins(message) ? "yes" : "no",
      },
    },
    cause(message),
    avatar(author),
    el(
      "header",
      {},
      el("span", { class: "name" }, author.name),
      author.bot ? el("span", { class: "tag" }, "APP") : null,
      written(message.timestamp),
    ),
    el("div", { class: message.flags & MODERN ? "body modern" : "body" }, body(message)),
    message.thread ? threadCard(message.thread) : null,
    failed.has(message.id)
      ? el("p", { class: "complaint", role: "alert" }, `⚠ ${failed.get(message.id)}`)
      : null,
    message.ephemeral ? onlyYou(message) : null,
    message.mine && !message.ephemeral ? tools(message) : null,
  );
}

// Answers always have their own head.
function begins(message) {
  return Boolean(message.command || message.reply || message.lost || message.ephemeral);
}

function cause({ command, reply, lost }) {
  if (command) {
    return el(
      "div",
      { class: "cause" },
      avatar(command.user, "tiny"),
      el("span", { class: "who" }, command.user.name),
      t(" used "),
      el("span", { class: "mention" }, `/${command.name}`),
    );
  }
  if (lost && !reply) {
    const gone = lost === "deleted";
    const why = gone ? t("Original message was deleted") : t("Message could not be loaded");
    return el("div", { class: "cause" }, why);
  }
  if (!reply) return null;
  const jump = () =>
    document.querySelector(`[data-message="${reply.id}"]`)?.scrollIntoView({ block: "center" });
  return el(
    "div",
    { class: "cause" },
    avatar(reply.author, "tiny"),
    el("span", { class: "who" }, reply.author.name),
    el(
      "button",
      { type: "button", class: "plain", onclick: jump },
      reply.text ? inline(reply.text.replace(/^(#+|-#|>) /, "")) : "a message",
    ),
  );
}

function body(message) {
  if (message.flags & LOADING) {
    return el(
      "div",
      { class: "thinking" },
      el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")),
      t("{} is thinking…", message.author.name),
    );
  }
  return [
    markdown(message.content),
    message.embeds.map(embed),
    message.flags & MODERN ? [] : message.attachments.map(attachment),
    components(message.components, message),
    message.edited ? el("span", { class: "edited" }, t("(edited)")) : null,
  ];
}

function embed(one) {
  const media = (about, name) => (about ? el("div", { class: name }, picture(about)) : null);
  const node = el(
    "div",
    { class: "embed" },
    el(
      "div",
      { class: "embed-words" },
      one.author ? el("div", { class: "embed-author" }, one.author.name) : null,
      one.title
        ? el(
            "div",
            { class: "embed-title" },
            one.url
              ? el("a", { href: one.url, target: "_blank", rel: "noopener noreferrer" }, inline(one.title))
              : inline(one.title),
          )
        : null,
      one.description ? el("div", {}, markdown(one.description)) : null,
      el(
        "div",
        { class: "embed-fields" },
        (one.fields ?? []).map((field) =>
          el(
            "div",
            { class: field.inline ? "inline" : "" },
            el("strong", {}, inline(field.name)),
            markdown(field.value),
          ),
        ),
      ),
      media(one.image, "embed-image"),
      foot(one),
    ),
    media(one.thumbnail, "embed-thumbnail"),
  );
  if (one.color) node.style.setProperty("--bar", `#${one.color.toString(16).padStart(6, "0")}`);
  return node;
}

function foot({ footer, timestamp }) {
  if (!footer && !timestamp) return null;
  return el(
    "div",
    { class: "small" },
    footer?.text,
    footer && timestamp ? " • " : null,
    timestamp ? written(timestamp) : null,
  );
}

function threadCard(thread) {
  const open = () => emit("go", { place: thread.id });
  return el(
    "button",
    { type: "button", class: "thread-card", onclick: open },
    el("strong", {}, thread.name),
    el("span", { class: "mention" }, `${plural(thread.count, t("message"), t("messages"))} ›`),
  );
}

function onlyYou(message) {
  const asked = { channel: message.channel_id, message: message.id };
  return footnote(() => ask("dismiss", asked).catch(() => {}));
}

function footnote(dismiss) {
  return el(
    "div",
    { class: "only-you small" },
    `👁 ${t("Only you can see this")} • `,
    el("button", { type: "button", class: "plain", onclick: dismiss }, t("Dismiss message")),
  );
}

function tools(message) {
  const gone = () => ask("delete", { channel: message.channel_id, message: message.id }).catch(() => {});
  return el("div", { class: "tools" }, iconButton("Delete message", "🗑", gone));
}

export function snippet(message) {
  const texts = [message.content];
  const walk = (parts) => {
    for (const part of parts) {
      if (part.content) texts.push(part.content);
      if (part.components) walk(part.components);
    }
  };
  walk(message.components);
  const line =
    texts
      .filter(Boolean)
      .join("\n")
      .split("\n")
      .find((one) => one.trim()) ?? "";
  return line.replace(/^(#+|-#|>) /, "");
}

// A notice in place of a command's missing answer, only on this page.
export function unanswered(command, why) {
  const gone = () => node.remove();
  const node = el(
    "article",
    { class: "message ephemeral local" },
    el("div", { class: "cause" }, `/${command}`),
    el("p", { class: "complaint", role: "alert" }, `⚠ The application did not respond. ${why}`),
    footnote(gone),
  );
  return node;
}
