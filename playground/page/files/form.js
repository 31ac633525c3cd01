// The bot's forms, and the page's own dialogs.

import { byId, el, fill } from "./dom.js";
import { markdown } from "./markdown.js";
import { menu } from "./menu.js";
import { ask } from "./socket.js";
import { t } from "./words.js";

// Open a dialog over everything; closing removes it.
export function dialog(title, ...inside) {
  const close = el(
    "button",
    { type: "button", class: "icon", "aria-label": t("Close"), onclick: () => node.close() },
    "✕",
  );
  const node = el("dialog", { "aria-label": title }, el("header", {}, el("h2", {}, title), close), ...inside);
  node.addEventListener("close", () => node.remove());
  node.addEventListener("click", (event) => {
    if (event.target === node) node.close();
  });
  byId("layer").append(node);
  node.showModal();
  return node;
}

// Open a form; resolves when it is sent or closed.
export function form({ modal, form: token }) {
  return new Promise((resolve) => {
    const values = {};
    const complaint = el("p", { class: "complaint", role: "alert" });
    const send = el("button", { type: "submit", class: "button primary" }, t("Submit"));
    const cancel = el(
      "button",
      { type: "button", class: "button secondary", onclick: () => node.close() },
      t("Cancel"),
    );
    const fields = el(
      "form",
      { novalidate: true },
      modal.components.map((part) => fieldOf(part, values)),
      complaint,
      el("footer", {}, cancel, send),
    );
    fields.addEventListener("submit", async (event) => {
      event.preventDefault();
      send.setAttribute("aria-busy", "true");
      fill(complaint);
      try {
        const outcome = await ask("submit", { form: token, fields: values });
        if (outcome.kind === "failed") throw new Error("Something went wrong. Try again.");
        node.close();
      } catch (error) {
        fill(complaint, error.message);
      } finally {
        send.removeAttribute("aria-busy");
      }
    });
    const node = dialog(modal.title, fields);
    node.addEventListener("close", () => resolve());
    node.querySelector("input, textarea, .menu")?.focus();
  });
}

function fieldOf(part, values) {
  if (part.type === 10) return el("div", { class: "words" }, markdown(part.content));
  if (part.type === 1) return part.components.map((inner) => labelled(inner.label, null, inner, values));
  return labelled(part.label, part.description, part.component, values);
}

function labelled(label, description, part, values) {
  const name = el(
    "span",
    { class: "field-name" },
    label,
    part.required === false ? null : el("span", { class: "must", "aria-hidden": "true" }, " *"),
  );
  const about = description ? el("span", { class: "small" }, description) : null;
  return el(
    part.type === 4 ? "label" : "div",
    { class: "field" },
    name,
    about,
    part.type === 4 ? text(part, values) : choice(part, values),
  );
}

function text(part, values) {
  const about = {
    placeholder: part.placeholder,
    minlength: part.min_length,
    maxlength: part.max_length ?? 4000,
    required: part.required !== false,
    value: part.value ?? "",
    oninput: () => (values[part.custom_id] = node.value),
  };
  const node =
    part.style === 2
      ? el("textarea", { rows: 4, ...about })
      : el("input", { type: "text", autocomplete: "off", ...about });
  values[part.custom_id] = node.value;
  return node;
}

function choice(part, values) {
  values[part.custom_id] = part.options.filter((option) => option.default).map((option) => option.value);
  const shown = { ...part, min_values: part.required === false ? 0 : (part.min_values ?? 1) };
  return menu(shown, { busy: false, chosen: (chosen) => (values[part.custom_id] = chosen) });
}
