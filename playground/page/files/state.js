// This window's state: its person, places, people, and the messages of opened places.

export const state = {
  as: new URLSearchParams(location.search).get("as") ?? "",
  me: null,
  locals: [],
  people: new Map(),
  places: new Map(),
  unread: {},
  guild: "",
  start: "", // the command offered first
  place: null, // the id of the open place
  open: new Map(), // by place: {messages: Map, more, commands, mark}
  skew: 0, // seconds by which the server's clock is ahead of ours
  connected: false,
};

const listeners = new Map();

export function on(events, listener) {
  for (const event of events.split(" ")) {
    listeners.set(event, [...(listeners.get(event) ?? []), listener]);
  }
}

export function emit(event, detail = {}) {
  for (const listener of listeners.get(event) ?? []) listener(detail);
}

export const now = () => Date.now() / 1000 + state.skew;
export const userName = (id) => state.people.get(id)?.name;
export const placeName = (id) => state.places.get(id)?.name;
export const openPlace = () => state.places.get(state.place);
export const messages = () => state.open.get(state.place)?.messages ?? new Map();

export function rings() {
  return Object.values(state.unread).reduce((sum, unread) => sum + unread.rings, 0);
}

on("hello", (frame) => {
  state.me = frame.me;
  state.as = frame.me.name;
  state.locals = frame.locals;
  state.people = new Map(frame.people.map((one) => [one.id, one]));
  state.places = new Map(frame.places.map((one) => [one.id, one]));
  state.unread = frame.unread;
  state.guild = frame.guild;
  state.start = frame.start;
  state.skew = frame.now - Date.now() / 1000;
  state.connected = true;
  state.open.clear();
});
on("lost", () => (state.connected = false));
on("me", (frame) => (state.me = frame.me));
on("places", (frame) => (state.places = new Map(frame.places.map((one) => [one.id, one]))));
on("read", (frame) => delete state.unread[frame.channel]);
on("gone", (frame) => state.open.get(frame.channel)?.messages.delete(frame.message));
on("message", ({ message, new: isNew }) => {
  const known = state.open.get(message.channel_id)?.messages;
  if (known && (isNew || known.has(message.id))) known.set(message.id, message);
  if (!isNew || message.author.id === state.me.id) return;
  const unread = (state.unread[message.channel_id] ??= { count: 0, rings: 0, first: message.id });
  unread.count += 1;
  unread.rings += message.rings ? 1 : 0;
});
