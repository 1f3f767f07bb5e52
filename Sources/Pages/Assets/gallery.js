// What ties it together: the address, the keys, and the links that open in the light-box.
const title = document.title, help = $('#help');

// Sets the address without a jump; on top of the history, or in place of what is there. Each entry knows how deep it lies,
// and how deep the page from which its day was opened: none below an address that somebody typed.
function place(hash, instead) {
  const address = hash ? `#${hash}` : location.pathname + location.search, { depth = 0, base = -1 } = history.state ?? {};
  if (instead) history.replaceState({ depth, base }, '', address);
  else history.pushState({ depth: depth + 1, base: box.open ? base : depth }, '', address);
}

// Back to where the light-box or the frame was opened from, however many days were gone through since.
function leave() {
  const { depth = 0, base = -1 } = history.state ?? {};
  if (base >= 0 && base < depth) history.go(base - depth);
  else place(wish(), true);
}

function go(id, among) {
  notify();
  sequence = among;
  place(id, false);
  openBox(id);
}

function route() {
  const hash = location.hash.slice(1), isDay = /^\d{4}-\d\d-\d\d$/.test(hash), isFrame = /^slideshow\b/.test(hash);
  if (box.open && !isDay) {
    clearBox();
    box.close();
  }
  if (frame.open && !isFrame) frame.close();
  if (isDay) return void openBox(hash);
  opening++;
  if (isFrame) return void startFrame(hash);
  const before = wish();
  wanted = Object.fromEntries(hash.startsWith('find?') ? new URLSearchParams(hash.slice(5)) : []);
  // Results that are there stay as they are, with the focus and the place in them.
  if (found.hidden || !hash.startsWith('find') || wish() !== before) look();
}
addEventListener('popstate', route);

document.addEventListener('click', event => {
  const link = event.target.closest('a[data-day]');
  if (!link) return;
  if (!isPlain(event)) return tellStory(link);
  event.preventDefault();
  go(link.dataset.day, found.contains(link) ? results : undefined);
});
document.addEventListener('auxclick', event => {
  const link = event.target.closest('a[data-day]');
  if (link && event.button === 1) tellStory(link);
});

// A card's address is its day's file, for whoever drags it; a tab of its own gets the day's story. The browser asks for
// the address right after this.
function tellStory(link) {
  const address = link.getAttribute('href');
  link.href = story(link.dataset.day);
  setTimeout(() => link.setAttribute('href', address));
}

async function random() {
  const day = isWanting() ? results[Math.floor(Math.random() * results.length)] : await anyDay();
  if (day) box.open ? (place(day.d, true), openBox(day.d)) : go(day.d, isWanting() ? results : undefined);
}
const favorites = () => want({ is: wanted.is ? undefined : 'favorites', album: undefined });
const showHelp = () => help.showModal();

$('#starred').addEventListener('click', favorites);
$('#filters').addEventListener('click', () => {
  if (found.hidden) { place('find?', false); look(); } else home();
});
$('#random').addEventListener('click', random);
for (const button of document.querySelectorAll('.help')) button.addEventListener('click', showHelp);
help.querySelector('button').addEventListener('click', () => help.close());
help.addEventListener('click', event => { if (event.target === help) help.close(); });
$('.name').addEventListener('click', event => { event.preventDefault(); home(); scrollTo(0, 0); });

function home() {
  wanted = {};
  field.value = '';
  place('', true);
  look();
}

addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const typing = event.target.closest?.('input, select, textarea, video');
  if (event.key === 'Escape') {
    if (document.querySelector('dialog[open]')) return;
    if (typing && field.value && typing === field) event.preventDefault();
    typing?.blur();
    if (!found.hidden) home();
    return;
  }
  if (typing || frame.open || help.open) return;
  const action = box.open && closerKey(event.key) || {
    ArrowLeft: () => box.open ? move(-1) : found.hidden && turn(-1),
    ArrowRight: () => box.open ? move(1) : found.hidden && turn(1),
    '/': () => { if (box.open) box.close(); field.focus(); field.select(); },
    f: () => { if (!box.open && stars.size) favorites(); },
    r: random,
    s: starToken && (() => pressStar(box.open ? current : document.activeElement?.closest('a[data-day]')?.dataset.day)),
    t: () => { if (!box.open) toTimeline(); },
    '?': showHelp,
  }[event.key];
  if (action) {
    event.preventDefault();
    action();
  }
});

for (const element of document.querySelectorAll('.js')) element.hidden = false;
route();
