// The connection to the server: questions with answers, and events.

import { emit, state } from "./state.js";

let socket = null;
let number = 0;
let fresh = true;
let wait = 250;
const waiting = new Map();
let pressing = false;
let lifting = 0;
const held = []; // frames during a press, so that nothing is redrawn under the finger

// A refusal by Discord's client or server.
export class Refusal extends Error {
  constructor(refused) {
    super(refused.code ? `${refused.message} (${refused.code})` : refused.message);
    this.code = refused.code;
  }
}

export function connect() {
  const asked = new URLSearchParams({ as: state.as });
  if (fresh) asked.set("fresh", "");
  socket = new WebSocket(`ws://${location.host}/page/socket?${asked}`);
  socket.onmessage = (message) => {
    const frame = JSON.parse(message.data);
    if (pressing || held.length) held.push(frame);
    else receive(frame);
  };
  socket.onclose = lost;
}

addEventListener("pointerdown", (event) => {
  clearTimeout(lifting);
  pressing = event.button === 0;
});
for (const end of ["pointerup", "pointercancel", "blur"])
  addEventListener(end, () => (lifting = setTimeout(lift)));

// Runs after the click that ends the press.
function lift() {
  pressing = false;
  release();
}

// One frame a task, as they come: whoever awaits an answer goes on before the next one is received.
function release() {
  if (pressing || !held.length) return;
  receive(held.shift());
  setTimeout(release);
}

function receive(frame) {
  if (frame.event) {
    if (frame.event === "hello") {
      fresh = false;
      wait = 250;
    }
    emit(frame.event, frame);
    return;
  }
  const asked = waiting.get(frame.re);
  if (!asked) return;
  waiting.delete(frame.re);
  if (frame.refused) asked.reject(new Refusal(frame.refused));
  else asked.resolve(frame);
}

function lost() {
  for (const asked of waiting.values()) asked.reject(new Refusal({ message: "The connection is lost." }));
  waiting.clear();
  emit("lost", {});
  setTimeout(connect, wait);
  wait = Math.min(2 * wait, 4000);
}

export function ask(what, payload = {}) {
  return new Promise((resolve, reject) => {
    if (socket?.readyState !== WebSocket.OPEN) {
      reject(new Refusal({ message: "The connection is lost." }));
      return;
    }
    number += 1;
    waiting.set(number, { resolve, reject });
    socket.send(JSON.stringify({ n: number, do: what, ...payload }));
  });
}
