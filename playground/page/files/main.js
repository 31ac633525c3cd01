// The page's start: build its parts and connect to the server.

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
// The open place was deleted: go to the first one.
on("places", () => {
  if (!state.places.has(state.place)) emit("go", { place: [...state.places.keys()][0] });
});
// The bot connected after the page was opened.
on("commands", () => chat.open(state.place, { focus: false }));
on("filled", () => (document.body.dataset.place = state.place));
addEventListener("hashchange", () => {
  const wanted = location.hash.slice(1);
  if (wanted !== state.place && state.places.has(wanted)) chat.open(wanted);
});

connect();
