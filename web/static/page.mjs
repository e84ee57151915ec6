// What the page does better with a script: it stays up to date, sends forms without leaving, hides itself.
// Everything works without it. Focus never moves by itself.

const byId = (id) => document.getElementById(id);
const all = (selector) => [...document.querySelectorAll(selector)];

const POLITE = byId("polite");
const ALERT = byId("alert") || POLITE; // a club's pages have one region
const LINE = byId("line");
const APART_MS = 250; // Orca loses what is written faster than 150 ms, and more where its machine is busy
const SETTLE_MS = 300; // while the page changes Orca drops what is written ("flood": more than 50 events wait)
const CLEAR_MS = 5000;
const AGAIN_MS = 2000;
const LOST_MS = 4000; // a stream that hiccups is no news

// Reading aloud: one polite region, written at most every APART_MS; the other one for alerts only.

const waiting = [];
let alerts = [];
let last = "";
let writing = 0;
let clearing = 0;
let settled = 0; // when the newest change of the page is over, as far as a screen reader can tell

export function announce(text, alert = false) {
  (alert ? alerts : waiting).push(text);
  if (!writing) writing = setTimeout(write, Math.max(0, settled - performance.now()));
}

function write() {
  writing = 0;
  if (alerts.length) {
    put(ALERT, alerts.join(" "));
    alerts = [];
    if (ALERT !== POLITE && POLITE.textContent) waiting.unshift(POLITE.textContent.trim()); // an alert wipes what was being read
  } else if (waiting.length) {
    put(POLITE, waiting.splice(0).join(" "));
  } else {
    return; // nothing came in the meantime: the next words need not wait
  }
  writing = setTimeout(write, APART_MS);
}

function put(region, text) {
  // The same words twice are read only if they differ, here or where else they have just come to stand (Orca).
  last = `${text}\u00a0${last === `${text}\u00a0` ? "\u00a0" : ""}`;
  region.textContent = last;
  clearTimeout(clearing);
  clearing = setTimeout(() => { POLITE.textContent = ALERT.textContent = ""; }, CLEAR_MS);
}

// Which parts there are, in their order: when the game begins there are more. What is there is never moved,
// for it may have the focus.

export function arrange(names) {
  let before = null;
  for (const section of all("#parts > section")) {
    if (names.includes(section.id)) continue;
    const focused = section.contains(document.activeElement);
    section.remove();
    if (!focused) continue;
    byId("main").focus();
    tellGone(section.id);
  }
  for (const name of names) {
    let section = byId(name);
    if (!section) {
      section = document.createElement("section");
      section.id = name;
      section.setAttribute("aria-labelledby", `${name}-heading`);
      section.dataset.fresh = "";
      if (before) before.after(section);
      else byId("parts").append(section);
    }
    before = section;
  }
}

// Parts that changed: nodes are kept wherever they can be, above all the one that has the focus.

export function show(name, html) {
  const section = byId(name);
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
    tellGone(name);
  }
}

let sent = ""; // the part of the form that was sent last, until it changes: what goes from it then went by its own act

function tellGone(name) {
  if (name === sent) sent = "";
  else if (LINE && LINE.dataset.gone) announce(LINE.dataset.gone);
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
  // An item of a list is its value: a choice must never turn into its neighbour under somebody's finger, and what
  // was said stays where it is read when something new comes above it.
  return node.id || (/^(OPTION|BUTTON|LI)$/.test(node.nodeName) && node.value) || "";
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
    const changed = JSON.parse(event.data);
    for (const [name, html] of Object.entries(changed)) show(name, html);
    if (sent in changed) sent = "";
    settled = performance.now() + SETTLE_MS;
    if (isHidden()) veil(true); // what has just come is as private
    turn();
    standHere();
    answered();
  });
  stream.addEventListener("heard", (event) => {
    after = event.lastEventId;
    const { text, alert, sound } = JSON.parse(event.data);
    if (sound) play(sound);
    announce(text, alert);
  });
  stream.addEventListener("yours", (event) => {
    after = event.lastEventId;
    if (chosen(READING)) setTimeout(readMine, 0); // the part with the words has just come, or comes now
    else announce(LINE.dataset.words); // never the words themselves: a phone may read them to the table
  });
  stream.addEventListener("table", (event) => { // of a club: a table's line in the hall, or what happened at the table
    after = event.lastEventId;
    const { table, text } = JSON.parse(event.data);
    const line = document.querySelector(`#t-${CSS.escape(table)} a`);
    if (line) line.textContent = text;
    else if (byId("tables")) location.reload(); // one that was not here before
    else announce(text);
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

const HIDING = byId("hiding");

function isHidden() {
  return HIDING !== null && HIDING.textContent === HIDING.dataset.show;
}

let held = null; // what had the focus when all private was hidden

function veil(hidden) {
  for (const part of all(".private")) part.hidden = hidden;
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
  byId("hidden-note").hidden = !hidden;
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

// By choice: for a phone that is its owner's only ear, for who does not hear, and short sounds. None outlasts the page.

const READING = byId("reading");
const SIGNAL = byId("signal");
const SOUNDS = byId("sounds");
let readTo = 0;
let mine = false;

for (const choice of [READING, SIGNAL, SOUNDS]) if (choice) choice.parentElement.hidden = false;
if (READING) READING.addEventListener("change", fresh);

let playing = null;

function play(sound) { // one at a time, as at the table: the newest
  if (!chosen(SOUNDS)) return;
  if (playing) playing.pause();
  playing = new Audio(`/sound/${sound}`);
  playing.play().catch(() => {}); // a browser may forbid it until something was touched
}

function fresh() { // what was not read yet, in the order in which it was said, whichever stands first
  const items = all("#alone li").filter((item) => item.value > readTo).sort((one, other) => one.value - other.value);
  if (items.length) readTo = items.at(-1).value;
  return items;
}

function readMine() {
  const items = fresh();
  if (items.length) announce(words(items));
}

function chosen(choice) {
  return choice !== null && choice.checked;
}

function words(nodes) {
  return nodes.map((one) => one.textContent).join(" ");
}

function turn() {
  const now = byId("your-turn") !== null;
  if (now && !mine && chosen(SIGNAL)) {
    if (navigator.vibrate) navigator.vibrate([200, 100, 200]);
    document.body.classList.add("flash");
    setTimeout(() => document.body.classList.remove("flash"), 1200);
  }
  mine = now;
}
turn();

// Forms are sent without leaving the page; what came of it is read aloud. A question that was typed is answered on
// this page, and read aloud where everybody may hear it.

document.addEventListener("submit", async (event) => {
  const form = event.target;
  const typed = form.id === "type";
  if (!typed && !/^\/((seat|host)\/)?(press|act|do|leave-claim)$/.test(form.getAttribute("action"))) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  const section = form.closest("#parts > section");
  sent = section ? section.id : "";
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    if (!answer.headers.get("content-type").includes("json")) return location.reload();
    if (!answer.ok) sent = ""; // a refusal takes nothing away
    const told = await answer.json();
    note(told.text, told.own);
    if (typed) leads(told);
  } catch {
    lost();
    listen(); // and find it again
  }
});

function leads(told) {
  if (told.go && (told.ask === undefined || !document.body.dataset.stream)) return location.assign(told.go);
  if (told.done) byId("typed").value = "";
  if (!told.go) return;
  const url = new URL(document.body.dataset.stream, location);
  url.searchParams.set("ask", told.ask);
  url.searchParams.set("subject", told.subject);
  document.body.dataset.stream = url.pathname + url.search;
  history.replaceState(null, "", told.go);
  asking = !told.say;
  if (told.say) announce(told.say);
  listen();
}

let asking = false; // the answer is for this seat alone: it is read only to who has chosen that

function answered() {
  if (!asking) return;
  asking = false;
  const told = words(all("#answer p"));
  announce(told && chosen(READING) ? told : LINE.dataset.answer);
}

function note(text, own = false) { // own: it may tell of a hand
  const place = byId("note");
  place.textContent = own && isHidden() ? LINE.dataset.words : text;
  place.classList.toggle("private", own && !isHidden() && text !== ""); // it hides with all else that is private
  place.hidden = !text;
  if (text) announce(own && !chosen(READING) ? LINE.dataset.words : text);
}

// Finding a city

const FIND = byId("city");
if (FIND) {
  FIND.addEventListener("input", () => {
    const wanted = plain(FIND.value);
    let first = "";
    for (const city of all(".city")) {
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

// The board by keys has a module of its own, for the pages that have it.

let standHere = () => {};
if (byId("walker")) {
  import(`./walk.mjs${new URL(import.meta.url).search}`).then((walk) => { standHere = walk.start({ announce, plain }); });
}

// The long code of a picture comes behind the #, which no server log ever sees.

const CODE = byId("code");
if (CODE && location.hash.length > 20) {
  const address = byId("scanned"); // for another browser, where this one forgets
  if (address) address.textContent = location.href;
  CODE.value = location.hash.slice(1);
  CODE.type = "password";
  history.replaceState(null, "", location.pathname);
}

listen();
