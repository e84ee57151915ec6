// The board by keys: one stop for Tab; arrows follow routes, and what lies at each place is told. What is told
// stands in the page, so it is as new as the picture, on which a ring shows where one is.

const byId = (id) => document.getElementById(id);
let announce, plain; // the page's own

const ARROWS = { ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowLeft: [-1, 0], ArrowDown: [0, 1] };
let here = "";
let came = []; // the way back
let chosen = -1; // which of the routes here, clockwise from north

function board() {
  const walker = byId("walker");
  return walker && JSON.parse(walker.dataset.board);
}

function waysFrom(map, place) {
  const [x, y] = map.places[place];
  const found = [];
  for (const [a, b, text] of map.routes) {
    if (a !== place && b !== place) continue;
    const to = a === place ? b : a;
    const [dx, dy] = [map.places[to][0] - x, map.places[to][1] - y];
    const turn = Math.atan2(-dy, dx); // against the clock from east
    const towards = map.ways[((Math.round(turn / (Math.PI / 4)) % 8) + 8) % 8];
    const clock = (Math.PI / 2 - turn + 2 * Math.PI) % (2 * Math.PI);
    found.push({ to, dx, dy, clock, text: `${towards}: ${text}.` });
  }
  return found.sort((one, other) => one.clock - other.clock);
}

function go(map, to, said = "") {
  came.push(here);
  here = to;
  chosen = -1;
  tellHere(map, said);
}

function tellHere(map, said = "") {
  standHere(map);
  announce(`${said} ${map.places[here][3]}`.trim());
}

// After each step, and after each change of the page: the words and the ring are made anew.
function standHere(map = board()) {
  if (!map) return;
  document.documentElement.classList.add("scripted");
  if (!(here in map.places)) {
    here = map.start;
    came = [];
  }
  const [x, y, , text] = map.places[here];
  byId("walk-here").textContent = text;
  const picture = document.querySelector("svg.board");
  if (!picture) return;
  const ring = picture.querySelector(".here") || document.createElementNS(picture.namespaceURI, "circle");
  for (const [name, value] of Object.entries({ class: "here", cx: x, cy: y, r: 13 })) ring.setAttribute(name, value);
  picture.append(ring);
}

document.addEventListener("keydown", (event) => {
  if (event.target.id !== "walker" || event.ctrlKey || event.altKey || event.metaKey) return;
  const map = board();
  standHere(map);
  const ways = waysFrom(map, here);
  const arrow = ARROWS[event.key];
  const does = (what) => event.key.toLowerCase() === map.keys[what]; // "" where it is switched off
  if (arrow) {
    const along = (way) => (way.dx * arrow[0] + way.dy * arrow[1]) / Math.hypot(way.dx, way.dy);
    const best = Math.max(...ways.map(along));
    if (best > 0.5) {
      const { to } = ways.find((way) => along(way) === best);
      const said = ways.filter((way) => way.to === to).map((way) => way.text);
      go(map, to, said.join(" "));
    } else {
      announce(map.none);
    }
  } else if ((does("next") || does("before")) && ways.length) {
    const step = does("next") ? 1 : chosen < 0 ? 0 : -1;
    chosen = (chosen + step + ways.length) % ways.length;
    announce(ways[chosen].text);
  } else if (event.key === "Enter" && chosen >= 0) {
    go(map, ways[chosen].to);
  } else if (event.key === "Backspace" && came.length) {
    here = came.pop();
    chosen = -1;
    tellHere(map);
  } else if (event.key === " ") {
    announce([map.places[here][3], ...ways.map((way) => way.text)].join(" "));
  } else if (does("find")) {
    byId("walk-to").focus();
  } else if (!["Enter", "Backspace"].includes(event.key)) {
    return; // Tab and all that is the browser's
  }
  event.preventDefault();
});

document.addEventListener("submit", (event) => {
  if (event.target.id !== "walk-find") return;
  event.preventDefault();
  const map = board();
  const wanted = plain(byId("walk-to").value);
  const found = Object.keys(map.places).find((one) => wanted && plain(map.places[one][2]).startsWith(wanted));
  if (!found) return announce(map.unknown);
  byId("walker").focus();
  go(map, found);
});

// Begin; what is given back makes words and ring anew after a change of the page.
export function start(page) {
  ({ announce, plain } = page);
  standHere();
  return () => standHere();
}
