// The board by keys: one stop for Tab; arrows follow routes. What is told, and where an arrow leads, stands in the
// page, so it is as new as the picture, on which a ring shows where one is.

const ARROWS = ["ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown"];
let byId, announce, begins, play; // the page's own
let board; // whose places are counted
let here = -1;
let came = []; // the way back
let chosen = -1; // which of the routes here, clockwise from north

// After each step and each change of the page.
function stand() {
  const walker = byId("walker");
  if (!walker) return null;
  const map = JSON.parse(walker.dataset.board);
  if (board !== map.board) [board, here, came, chosen] = [map.board, map.start, [], -1];
  const [at, , text, ways, arrows] = map.places[here];
  byId("walk-here").textContent = text;
  document.querySelector("svg.board .here")?.setAttribute("transform", `translate(${at})`);
  return { ...map, text, arrows, ways: ways.map(([to, way, n]) => ({ to, text: `${map.ways[way]}: ${map.routes[n]}.` })) };
}

function go(to, said = "", back = [...came, here]) {
  [here, came, chosen] = [to, back, -1];
  announce(`${said} ${stand().text}`.trim());
}

function edge(text) {
  play("edge");
  announce(text);
}

document.addEventListener("keydown", (event) => {
  const { key } = event;
  if (event.target.id !== "walker" || event.ctrlKey || event.altKey || event.metaKey) return;
  const { keys, none, text, ways, arrows } = stand();
  const arrow = ARROWS.indexOf(key);
  const does = keys[key.toLowerCase()];
  if (arrow >= 0) {
    const to = arrows[arrow];
    if (to >= 0) go(to, ways.filter((way) => way.to === to).map((way) => way.text).join(" "));
    else edge(none);
  } else if (does === "find") {
    byId("walk-to").focus();
  } else if (does && ways.length) {
    const step = does === "next" ? 1 : chosen < 0 ? 0 : -1;
    chosen = (chosen + step + ways.length) % ways.length;
    announce(ways[chosen].text);
  } else if (key === "Enter" && chosen >= 0) {
    go(ways[chosen].to);
  } else if (key === "Backspace" && came.length) {
    go(came.at(-1), "", came.slice(0, -1));
  } else if (key === " ") {
    announce([text, ...ways.map((way) => way.text)].join(" "));
  } else if (!["Enter", "Backspace"].includes(key)) {
    return; // Tab and all that is the browser's
  }
  event.preventDefault();
});

document.addEventListener("submit", (event) => {
  if (event.target.id !== "walk-find") return;
  event.preventDefault();
  const { places, unknown } = stand();
  const typed = byId("walk-to").value.trim();
  const found = places.findIndex(([, name]) => begins(name, typed));
  if (!typed || found < 0) return edge(unknown);
  byId("walker").focus();
  go(found);
});

export function start(...own) {
  [byId, announce, begins, play] = own;
  document.documentElement.classList.add("scripted");
  stand();
  return stand;
}
