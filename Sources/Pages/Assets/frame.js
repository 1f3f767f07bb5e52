// The photo frame: pictures one after another on black, for as long as the page is open.
const frame = $('dialog.frame');
let showing = 0, clock, watch, pointed, awake, known, recent = [], fresh = [];

const isShowable = day => day.k === 'i' && !!large(day);
const newestYear = () => about.years[0]?.[0];

async function startFrame(wish) {
  const turn = ++showing, [, album, seconds] = /^slideshow(?:\/([^?]*))?(?:\?seconds=([\d.]+))?/.exec(wish) ?? [];
  // All favorites; an album that has this name is asked for with a slash behind it.
  const all = album === 'favorites', name = album && plain(album.replace(/\/$/, ''));
  if (name) await favoritesCame;
  // A person may have gone back meanwhile.
  if (turn !== showing || !location.hash.startsWith('#slideshow')) return;
  const isOurs = day => isShowable(day) && (!name || (all ? isStar(day) : stars.get(day.d)?.includes(name)));
  const among = () => name ? about.years.filter(([year]) => starsOf(year)) : about.years.slice(0, 1);
  const candidates = async () => (await Promise.all(among().map(([year]) => load(year))))
    .flatMap(year => year.days).filter(isOurs);
  const pause = (Number(seconds) || 30) * 1000;
  clearTimeout(clock);
  clearInterval(watch);
  if (!frame.open) frame.showModal();
  stayAwake();

  const some = await candidates();
  if (turn !== showing) return;
  known = new Set(some.map(day => day.d));
  fresh = some.slice(0, 1);

  async function next() {
    let day = fresh.shift();
    for (let i = 0; !day && i < 12; i++) {
      const some = name ? await candidates() : undefined;
      const one = some ? some[Math.floor(Math.random() * some.length)] : await anyDay();
      if (one && isOurs(one) && (!recent.includes(one.d) || i > 8)) day = one;
    }
    if (turn !== showing) return;
    if (!day) frame.querySelector('p').textContent = 'There is no picture for the photo frame here yet.';
    const isShown = !day || await present(day, turn);
    // What could not be shown is soon followed by another.
    if (turn === showing) clock = setTimeout(next, isShown ? pause : Math.min(pause, 1000));
  }

  // A new day shows by itself: its year is read again, and at the turn of the year the next one is looked for.
  watch = setInterval(async () => {
    const now = new Date().getFullYear(), coming = Number(newestYear() ?? now - 1) + 1;
    if (now >= coming && (await load(String(coming), true)).days.length) about.years.unshift([String(coming), 1]);
    const { days } = newestYear() && turn === showing ? await load(newestYear(), true) : { days: [] };
    if (turn !== showing) return;
    for (const day of days.filter(isOurs)) {
      if (!known.has(day.d)) fresh.push(day);
      known.add(day.d);
    }
  }, 6e5);
  next();
}

function plain(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

// The day's picture; its thumbnail where it does not come.
async function brought(day) {
  const [width, height] = day.z ?? [], ways = [picture(day), large(day)];
  // Beyond 50 megapixels a small computer behind a frame would choke.
  if (width * height > 5e7) ways.reverse();
  for (const way of ways.filter(Boolean)) {
    const image = new Image();
    image.src = way;
    image.alt = day.a ?? day.t;
    if (await image.decode().then(() => true, () => false)) return image;
  }
}

async function present(day, turn) {
  const image = await brought(day);
  if (turn !== showing) return;
  recent = [...recent.slice(-20), day.d];
  if (!image) return;
  const before = frame.querySelectorAll('img');
  frame.prepend(image);
  image.getBoundingClientRect();
  image.classList.add('on');
  for (const old of before) {
    old.classList.remove('on');
    setTimeout(() => old.remove(), 1700);
  }
  frame.querySelector('p').replaceChildren(make('b', { dir: 'auto' }, day.t), make('span', { dir: 'auto' }, [longDate(day.d), credit(day)].filter(Boolean).join(' · ')));
  return true;
}

// The screen stays on for as long as the frame does. Browsers let go of it whenever the page is not seen.
async function stayAwake() {
  const lock = await navigator.wakeLock?.request('screen').catch(() => {});
  awake?.release();
  awake = lock;
  if (!frame.open) awake?.release();
}
addEventListener('visibilitychange', () => { if (frame.open && !document.hidden) stayAwake(); });

function endFrame() {
  // The event comes late: it may have been opened again.
  if (frame.open) return;
  showing++;
  clearTimeout(clock);
  clearInterval(watch);
  awake?.release();
  frame.classList.remove('pointed');
  for (const image of frame.querySelectorAll('img')) image.remove();
  frame.querySelector('p').textContent = '';
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
  if (location.hash.startsWith('#slideshow')) leave();
}
frame.addEventListener('close', endFrame);
frame.querySelector('.close').addEventListener('click', () => frame.close());
// A click or a touch shows the way out for a while.
frame.addEventListener('click', () => {
  clearTimeout(pointed);
  frame.classList.add('pointed');
  pointed = setTimeout(() => frame.classList.remove('pointed'), 4000);
});
addEventListener('fullscreenchange', () => { if (!document.fullscreenElement && frame.open) frame.close(); });
for (const link of document.querySelectorAll('a[href^="#slideshow"]')) {
  link.addEventListener('click', event => {
    event.preventDefault();
    const go = () => { location.hash = link.hash; };
    (document.documentElement.requestFullscreen?.() ?? Promise.resolve()).then(go, go);
  });
}
