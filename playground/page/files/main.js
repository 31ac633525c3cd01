// The page begins here: parts are built, and the line to the server is opened.

import * as chat from "./chat.js";
import * as composer from "./composer.js";
import * as notice from "./notice.js";
import * as places from "./places.js";
import { theme } from "./prefs.js";
import "./behind.js";
import { connect } from "./socket.js";
import { emit, on, state } from "./state.js";

theme();
chat.build();
composer.build();
notice.build();
places.build();

on("hello", () => {
  const wanted = [state.place, location.hash.slice(1)].find((id) => state.places.has(id));
  chat.open(wanted ?? [...state.places.keys()][0]);
});
on("go", ({ place, focus }) => chat.open(place, { focus }));
// Where one was is deleted: back to its channel, or the first one.
on("places", () => {
  if (!state.places.has(state.place)) emit("go", { place: [...state.places.keys()][0] });
});
// The bot has come later than the page.
on("commands", () => chat.open(state.place, { focus: false }));
on("filled", () => (document.body.dataset.place = state.place));
addEventListener("hashchange", () => {
  const wanted = location.hash.slice(1);
  if (wanted !== state.place && state.places.has(wanted)) chat.open(wanted);
});

connect();
