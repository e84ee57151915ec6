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
  if (!text) return;
  (alert ? alerts : waiting).push(text);
  if (!writing) writing = setTimeout(write, Math.max(0, settled - performance.now()));
}

function write() {
  writing = 0;
  if (alerts.length) {
    put(ALERT, alerts.join(" "));
    alerts = [];
    if (ALERT !== POLITE && POLITE.textContent) waiting.unshift(POLITE.textContent.trim()); // which it wiped
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

// All parts in their order, each a whole section, or null where it is as it was. What is there is never moved, and
// nodes are kept wherever they can be: one may have the focus.

export function show(parts) {
  const fresh = document.createElement("template");
  fresh.innerHTML = Object.values(parts).join("");
  const focused = document.activeElement;
  const part = focused.closest("#parts > section");
  for (const section of all("#parts > section")) if (!(section.id in parts)) section.remove();
  let before = null;
  for (const name of Object.keys(parts)) {
    const old = byId(name);
    const now = fresh.content.getElementById(name);
    if (old && now) patch(old, now);
    else if (before && now) before.after(now);
    else if (now) byId("parts").prepend(now);
    before = old || now;
  }
  if (isHidden()) veil(true); // what has just come is as private
  if (!part || focused.isConnected) return;
  (part.isConnected ? part.querySelector("h2") : byId("main")).focus(); // what is nearest to what is gone
  if (part.id === sent) sent = "";
  else announce(LINE.dataset.gone);
}

let sent = ""; // the part of the form that was sent last, until it changes: what goes from it then went by its own act

function morph(old, fresh) {
  const keyed = new Map([...old.childNodes].map((node) => [key(node), node]));
  let here = old.firstChild;
  for (const node of [...fresh.childNodes]) {
    const known = key(node) ? keyed.get(key(node)) : here && !key(here) && here;
    const kept = known?.nodeName === node.nodeName;
    if (kept) patch(known, node);
    if (kept && known === here) here = here.nextSibling;
    else old.insertBefore(kept ? known : node, here);
  }
  while (here) {
    const gone = here;
    here = here.nextSibling;
    gone.remove();
  }
}

function key(node) {
  // An item of a list is its value: a choice must never turn into its neighbour under somebody's finger, and what
  // was said stays where it is read when something new comes above it.
  return node.id || (/^(OPTION|BUTTON|LI)$/.test(node.nodeName) && node.value) || "";
}

function patch(old, fresh) {
  if (!old.attributes) { // a text
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

let stream = null;
let after = "";
let lostTimer = 0;

function listen() {
  const address = document.body.dataset.stream;
  if (!address) return;
  stream?.close();
  const url = new URL(address, location);
  if (after) url.searchParams.set("after", after);
  stream = new EventSource(url);
  stream.onopen = found;
  stream.onerror = () => {
    lostTimer ||= setTimeout(lost, LOST_MS);
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, AGAIN_MS);
  };
  for (const [kind, act] of Object.entries(TOLD)) {
    stream.addEventListener(kind, (event) => {
      after = event.lastEventId || after;
      act(JSON.parse(event.data));
    });
  }
}

const TOLD = {
  parts(parts) {
    show(parts);
    if (parts[sent]) sent = "";
    settled = performance.now() + SETTLE_MS;
    turn();
    standHere();
    answered();
  },
  heard({ text, alert, sound }) {
    if (sound) play(sound);
    announce(text, alert);
  },
  yours() {
    if (READING?.checked) setTimeout(() => announce(words(fresh())), 0); // the part with them comes now
    else announce(LINE.dataset.words); // never the words themselves: a phone may read them to the table
  },
  table({ table, text }) { // of a club: a table's line in the hall, or what happened at the table
    const line = document.querySelector(`#t-${CSS.escape(table)} a`);
    if (line) line.textContent = text;
    else if (byId("tables")) location.reload(); // one that was not here before
    else announce(text);
  },
  gone() { location.reload(); }, // it is told why
};

function lost() {
  LINE.hidden = false;
  announce(LINE.textContent, true);
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
let held = null; // what had the focus when all private was hidden

function isHidden() {
  return HIDING !== null && HIDING.textContent === HIDING.dataset.show;
}

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
  if (!hidden && held?.isConnected && document.activeElement === document.body) held.focus();
  HIDING.textContent = hidden ? HIDING.dataset.show : HIDING.dataset.hide;
  byId("hidden-note").hidden = !hidden;
}

HIDING?.addEventListener("click", (event) => {
  event.preventDefault();
  hide(!isHidden());
});

// By choice, while the page is open: for a phone that is its owner's only ear, for who does not hear, short sounds.

const READING = byId("reading");
const SIGNAL = byId("signal");
const SOUNDS = byId("sounds");
let readTo = 0;
let mine = false;
let playing = null;

for (const choice of all("#choices label")) choice.hidden = false;
READING?.addEventListener("change", fresh);

function play(sound) { // one at a time, as at the table: the newest
  if (!SOUNDS?.checked) return;
  playing?.pause();
  playing = new Audio(`/sound/${sound}`);
  playing.play().catch(() => {}); // a browser may forbid it until something was touched
}

function fresh() { // what was not read yet, in the order in which it was said, whichever stands first
  const items = all("#alone li").filter((item) => item.value > readTo).sort((one, other) => one.value - other.value);
  readTo = items.at(-1)?.value ?? readTo;
  return items;
}

function words(nodes) {
  return nodes.map((one) => one.textContent).join(" ");
}

function turn() {
  const now = byId("your-turn") !== null;
  if (now && !mine && SIGNAL?.checked) {
    navigator.vibrate?.([200, 100, 200]);
    document.body.classList.add("flash");
    setTimeout(() => document.body.classList.remove("flash"), 1200);
  }
  mine = now;
}
turn();

// Forms are sent without leaving the page; what came of it is read aloud, and the answer to what was typed where
// everybody may hear it.

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!/\/(press|act|do|command|leave-claim)$/.test(form.getAttribute("action"))) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  sent = form.closest("#parts > section")?.id ?? "";
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    if (!answer.headers.get("content-type").includes("json")) return location.reload();
    if (!answer.ok) sent = ""; // a refusal takes nothing away
    const told = await answer.json();
    note(told.text, told.own);
    if (form.id === "type") leads(told);
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
  announce(told.say);
  listen();
}

let asking = false; // the answer is for this seat alone: it is read only to who has chosen that

function answered() {
  if (!asking) return;
  asking = false;
  announce((READING?.checked && words(all("#answer p"))) || LINE.dataset.answer);
}

function note(text, own = false) { // own: it may tell of a hand
  const place = byId("note");
  place.textContent = own && isHidden() ? LINE.dataset.words : text;
  place.classList.toggle("private", own && !isHidden() && text !== ""); // it hides with all else that is private
  place.hidden = !text;
  announce(own && text && !READING?.checked ? LINE.dataset.words : text);
}

const FIND = byId("city");
FIND?.addEventListener("input", () => {
  for (const city of all(".city")) city.hidden = !begins(city.querySelector("h3").textContent, FIND.value);
  note(document.querySelector(".city:not([hidden])") ? "" : FIND.dataset.none);
});

function begins(...texts) { // whatever marks its letters have
  const [name, typed] = texts.map((text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim());
  return name.startsWith(typed);
}

// The board by keys has a module of its own.

let standHere = () => {};
if (byId("walker")) {
  import(`./walk.mjs${new URL(import.meta.url).search}`).then((walk) => { standHere = walk.start(byId, announce, begins, play); });
}

// The long code of a picture comes behind the #, which no server log ever sees.

const CODE = byId("code");
if (CODE && location.hash.length > 20) {
  byId("scanned")?.replaceChildren(location.href); // for another browser, where this one forgets
  CODE.value = location.hash.slice(1);
  CODE.type = "password";
  history.replaceState(null, "", location.pathname);
}

listen();
