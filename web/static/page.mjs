// What the page does better with a script: it stays up to date, sends forms without leaving, hides itself.
// Everything works without it. Focus never moves by itself.

const POLITE = document.getElementById("polite");
const ALERT = document.getElementById("alert");
const LINE = document.getElementById("line");
const APART_MS = 150; // a screen reader loses what is written faster
const CLEAR_MS = 5000;
const AGAIN_MS = 2000;
const LOST_MS = 4000; // a stream that hiccups is no news

// Reading aloud: one polite region, written at most every 150 ms; the other one for alerts only.

const waiting = [];
let alerts = [];
let last = "";
let writing = 0;
let clearing = 0;

export function announce(text, alert = false) {
  (alert ? alerts : waiting).push(text);
  if (!writing) writing = setTimeout(write, 0);
}

function write() {
  writing = 0;
  if (alerts.length) {
    put(ALERT, alerts.join(" "));
    alerts = [];
    if (POLITE.textContent) waiting.unshift(POLITE.textContent.trim()); // an alert wipes what was being read
  } else if (waiting.length) {
    put(POLITE, waiting.splice(0).join(" "));
  } else {
    return; // nothing came in the meantime: the next words need not wait
  }
  writing = setTimeout(write, APART_MS);
}

function put(region, text) {
  last = text === last ? `${text}\u00a0` : text; // the same words twice are read only if they differ
  region.textContent = last;
  clearTimeout(clearing);
  clearing = setTimeout(() => { POLITE.textContent = ALERT.textContent = ""; }, CLEAR_MS);
}

// Which parts there are, in their order: when the game begins there are more. What is there is never moved,
// for it may have the focus.

export function arrange(names) {
  let before = null;
  for (const section of document.querySelectorAll("#parts > section")) {
    if (names.includes(section.id)) continue;
    const focused = section.contains(document.activeElement);
    section.remove();
    if (focused) document.getElementById("main").focus();
  }
  for (const name of names) {
    let section = document.getElementById(name);
    if (!section) {
      section = document.createElement("section");
      section.id = name;
      section.setAttribute("aria-labelledby", `${name}-heading`);
      section.dataset.fresh = "";
      if (before) before.after(section);
      else document.getElementById("parts").append(section);
    }
    before = section;
  }
}

// Parts that changed: nodes are kept wherever they can be, above all the one that has the focus.

export function show(name, html) {
  const section = document.getElementById(name);
  if (!section) return;
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  const focused = section.contains(document.activeElement) ? document.activeElement : null;
  morph(section, fresh.content);
  if ("fresh" in section.dataset) {
    delete section.dataset.fresh;
    if (section.querySelector("h2[data-private]")) {
      section.classList.add("private");
      section.hidden = isHidden();
    }
  }
  if (focused && !focused.isConnected) {
    const heading = section.querySelector("h2"); // what had the focus is gone: its part's heading is nearest
    if (heading) heading.focus();
  }
}

function morph(old, fresh) {
  const wanted = [...fresh.childNodes];
  const keyed = new Map();
  for (const node of old.childNodes) if (key(node)) keyed.set(key(node), node);
  let here = old.firstChild;
  for (const node of wanted) {
    const known = key(node) && keyed.get(key(node));
    if (known && known.nodeName === node.nodeName) {
      if (known !== here) old.insertBefore(known, here);
      else here = here.nextSibling;
      patch(known, node);
    } else if (here && !key(here) && !key(node) && here.nodeName === node.nodeName) {
      patch(here, node);
      here = here.nextSibling;
    } else {
      old.insertBefore(node, here);
    }
  }
  while (here) {
    const next = here.nextSibling;
    here.remove();
    here = next;
  }
}

function key(node) {
  // An item of a list is its value: a choice must never turn into its neighbour under somebody's finger.
  return node.id || (/^(OPTION|BUTTON)$/.test(node.nodeName) && node.value) || "";
}

function patch(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !theirs(old, name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  morph(old, fresh);
}

function theirs(node, name) {
  // What the reader has opened, filtered away or chosen stays.
  return (node.nodeName === "DETAILS" && name === "open") || (name === "hidden" && node.matches(".city, .private"));
}

// The stream

let stream = null;
let after = "";
let lostTimer = 0;

function listen() {
  const address = document.body.dataset.stream;
  if (!address) return;
  if (stream) stream.close();
  const url = new URL(address, location);
  if (after) url.searchParams.set("after", after);
  stream = new EventSource(url);
  stream.onopen = found;
  stream.onerror = () => {
    if (!lostTimer) lostTimer = setTimeout(lost, LOST_MS);
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, AGAIN_MS);
  };
  stream.addEventListener("sections", (event) => arrange(JSON.parse(event.data)));
  stream.addEventListener("parts", (event) => {
    for (const [name, html] of Object.entries(JSON.parse(event.data))) show(name, html);
    if (isHidden()) veil(true); // what has just come is as private
    turn();
  });
  stream.addEventListener("heard", (event) => {
    after = event.lastEventId;
    const { text, alert } = JSON.parse(event.data);
    announce(text, alert);
  });
  stream.addEventListener("yours", (event) => {
    after = event.lastEventId;
    if (READING && READING.checked) setTimeout(readMine, 0); // the part with the words has just come, or comes now
    else announce(LINE.dataset.words); // never the words themselves: a phone may read them to the table
  });
  stream.addEventListener("gone", () => location.replace("/"));
}

function lost() {
  LINE.textContent = LINE.dataset.lost;
  LINE.hidden = false;
  announce(LINE.dataset.lost, true);
}

function found() {
  clearTimeout(lostTimer);
  lostTimer = 0;
  if (LINE.hidden) return;
  LINE.hidden = true;
  announce(LINE.dataset.again);
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) hide(true);
  else listen(); // a sleeping phone may have ended the stream without a word
});
addEventListener("pageshow", (event) => { if (event.persisted) listen(); });
addEventListener("pagehide", () => stream && stream.close());

// What is one seat's alone is hidden by its button, and whenever the page is.

const HIDING = document.getElementById("hiding");

function isHidden() {
  return HIDING !== null && HIDING.textContent === HIDING.dataset.show;
}

let held = null; // what had the focus when all private was hidden

function veil(hidden) {
  for (const part of document.querySelectorAll(".private")) part.hidden = hidden;
}

function hide(hidden) {
  if (!HIDING) return;
  if (hidden) {
    held = document.activeElement;
    if (READING) READING.checked = false; // who picks the phone up again may be somebody else
  }
  veil(hidden);
  if (!hidden && held && held.isConnected && document.activeElement === document.body) held.focus();
  HIDING.textContent = hidden ? HIDING.dataset.show : HIDING.dataset.hide;
  document.getElementById("hidden-note").hidden = !hidden;
}

if (HIDING) {
  HIDING.addEventListener("click", (event) => {
    event.preventDefault();
    hide(!isHidden());
  });
  HIDING.addEventListener("keydown", (event) => {
    if (event.key === " ") { event.preventDefault(); HIDING.click(); }
  });
}

// By choice, for a phone that is its owner's only ear, and for who does not hear. Neither outlasts the page.

const READING = document.getElementById("reading");
const SIGNAL = document.getElementById("signal");
let readTo = 0;
let mine = false;

for (const choice of [READING, SIGNAL]) if (choice) choice.parentElement.hidden = false;
if (READING) READING.addEventListener("change", () => { readTo = newest(); });

function newest() {
  const list = document.querySelector("#alone ol");
  return list ? list.start : 0;
}

function readMine() {
  const list = document.querySelector("#alone ol");
  if (!list) return;
  const fresh = [...list.children].slice(0, Math.max(0, list.start - readTo));
  readTo = list.start;
  if (fresh.length) announce(fresh.reverse().map((item) => item.textContent).join(" "));
}

function turn() {
  const now = document.getElementById("your-turn") !== null;
  if (now && !mine && SIGNAL && SIGNAL.checked) {
    if (navigator.vibrate) navigator.vibrate([200, 100, 200]);
    document.body.classList.add("flash");
    setTimeout(() => document.body.classList.remove("flash"), 1200);
  }
  mine = now;
}
turn();

// Forms are sent without leaving the page; what came of it is read aloud.

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!/^\/(seat\/)?(press|act)$/.test(form.getAttribute("action"))) return;
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(form, event.submitter));
  try {
    const answer = await fetch(form.action, { method: "POST", body: fields, headers: { Accept: "application/json" } });
    if (!answer.headers.get("content-type").includes("json")) return location.reload();
    const { text } = await answer.json();
    note(text);
  } catch {
    lost();
    listen(); // and find it again
  }
});

function note(text) {
  const place = document.getElementById("note");
  place.textContent = text;
  place.hidden = !text;
  if (text) announce(text);
}

// Finding a city

const FIND = document.getElementById("city");
if (FIND) {
  FIND.addEventListener("input", () => {
    const wanted = plain(FIND.value);
    let first = "";
    for (const city of document.querySelectorAll(".city")) {
      const named = city.querySelector("h3").textContent;
      city.hidden = !plain(named).startsWith(wanted);
      if (!city.hidden && !first) first = named;
    }
    note(first ? "" : FIND.dataset.none);
  });
}

function plain(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
}

// The long code of a picture comes behind the #, which no server log ever sees.

const CODE = document.getElementById("code");
if (CODE && location.hash.length > 20) {
  CODE.value = location.hash.slice(1);
  CODE.type = "password";
  history.replaceState(null, "", location.pathname);
}

listen();
