// Building blocks of the page. Text from messages becomes text nodes only: no HTML is ever parsed.

export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "class") node.className = value;
    else if (key === "data") Object.assign(node.dataset, value);
    else if (key === "value") node.value = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...filled(children));
  return node;
}

export function filled(children) {
  return children.flat(Infinity).filter((c) => c !== undefined && c !== null && c !== false && c !== "");
}

export function fill(node, ...children) {
  node.replaceChildren(...filled(children));
  return node;
}

export const byId = (id) => document.getElementById(id);

export function avatar(user, extra = "") {
  return el("img", { class: `avatar ${extra}`, src: `${user.avatar}?size=80`, alt: "" });
}

export function iconButton(label, sign, onclick, extra = {}) {
  return el(
    "button",
    { type: "button", class: "icon", title: label, "aria-label": label, onclick, ...extra },
    sign,
  );
}

// The path of an address on this server; null elsewhere, which is not fetched.
export function localAddress(url) {
  const at = new URL(url, location.href);
  const here = ["127.0.0.1", "localhost", "[::1]"].includes(at.hostname) && at.port === location.port;
  return here ? at.pathname : null;
}

export function plural(count, one, many) {
  return `${count} ${count === 1 ? one : many}`;
}
