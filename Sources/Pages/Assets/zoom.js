// Looking closer: the picture in the light-box, larger than fits and moved about.
const theatre = box.querySelector('.stage'), closer = box.querySelector('.closer'), fingers = new Map();
let view = { scale: 1, x: 0, y: 0 }, isFilling = false, travelled = 0, tapped = -Infinity, approached = -Infinity, settled;

const lookedAt = () => theatre.querySelector('.whole img');
const isCloser = () => view.scale > 1.001;

// How large the picture is where all of it is seen, how far it may be magnified (until each of its pixels covers two of the
// page's), and what makes it fill the stage.
function extent() {
  const image = lookedAt(), { clientWidth, clientHeight } = theatre;
  const width = Number(image?.getAttribute('width')) || image?.naturalWidth || 1, height = Number(image?.getAttribute('height')) || image?.naturalHeight || 1;
  const fit = Math.min(clientWidth / width, clientHeight / height) || 1;
  return { clientWidth, clientHeight, width: width * fit, height: height * fit, most: Math.max(4, 2 / fit),
    filling: Math.max(clientWidth / (width * fit), clientHeight / (height * fit)) };
}

// The point of the stage at (x, y) keeps its place in the picture.
function magnify(scale, x = theatre.clientWidth / 2, y = theatre.clientHeight / 2) {
  if (!lookedAt()) return;
  const { most, filling } = extent(), next = Math.min(Math.max(scale, 1), Math.max(most, filling)), by = next / view.scale;
  lay({ scale: next, x: x - (x - view.x) * by, y: y - (y - view.y) * by });
}

function shift(x, y) { lay({ ...view, x: view.x + x, y: view.y + y }); }

// No edge of the picture comes further in than that of the stage.
function lay({ scale, x, y }) {
  const image = lookedAt();
  if (!image) return;
  const all = extent(), within = (at, size, room) => size * scale <= room ? (room - room * scale) / 2
    : Math.min(-scale * (room - size) / 2, Math.max(room - scale * (room + size) / 2, at));
  view = { scale, x: within(x, all.width, all.clientWidth), y: within(y, all.height, all.clientHeight) };
  if (!isCloser()) view = { scale: 1, x: 0, y: 0 };
  image.style.transform = isCloser() ? `translate(${view.x}px, ${view.y}px) scale(${view.scale})` : '';
  // A layer of its own moves without being drawn anew; at rest it is drawn as sharp as can be.
  image.style.willChange = 'transform';
  clearTimeout(settled);
  settled = setTimeout(() => { const image = lookedAt(); if (image) image.style.willChange = ''; refine(); }, 200);
  box.classList.toggle('closer', isCloser());
  closer.ariaPressed = String(isCloser());
}

// How many pixels wide what is shown is: browsers divide the width of one that they chose by its share of the screen's.
const pixelsOf = image => Number(/\/thumbnails\/.*\.(\d+)\.jpg$/.exec(image.currentSrc)?.[1] ?? Infinity);

// Magnified beyond what a smaller picture shows, the picture itself is asked for.
async function refine() {
  const image = lookedAt(), id = current, scale = view.scale;
  if (!image || !isCloser() || image.isAsked || extent().width * scale * devicePixelRatio < pixelsOf(image) * 1.05) return;
  image.isAsked = true;
  const day = await find(id);
  if (day && id === current) sharpen(image, picture(day));
}

// As a day is opened: all of it is seen, but of a panorama its full height where that was asked for.
function settle() {
  view = { scale: 1, x: 0, y: 0 };
  fingers.clear();
  const { clientWidth, clientHeight, width, height, filling } = extent();
  if (isFilling && lookedAt() && width / height > 1.5 * clientWidth / clientHeight) lay({ scale: filling, x: 0, y: -Infinity });
  else lay(view);
  closer.hidden = !lookedAt();
}

function approach(x, y) {
  const { most, filling } = extent();
  approached = performance.now();
  magnify(isCloser() ? 1 : Math.min(most, Math.max(2.5, filling)), x, y);
}

function fillStage() {
  isFilling = !isFilling;
  if (isFilling) lay({ scale: extent().filling, x: 0, y: -Infinity });
  else magnify(1);
}

closer.addEventListener('click', () => approach());
const keysOfZoom = { '+': () => magnify(view.scale * 1.5), '=': () => magnify(view.scale * 1.5), '-': () => magnify(view.scale / 1.5), 0: () => magnify(1), z: fillStage };
const ways = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

// What a key does here, if anything: arrows move what is magnified, unless they scroll the story.
function closerKey(key) {
  if (!lookedAt()) return;
  if (isCloser() && ways[key] && !document.activeElement?.closest('aside')) {
    return () => shift(ways[key][0] * theatre.clientWidth / 4, ways[key][1] * theatre.clientHeight / 4);
  }
  return keysOfZoom[key];
}

const inStage = event => {
  const { left, top } = theatre.getBoundingClientRect();
  return [event.clientX - left, event.clientY - top];
};

theatre.addEventListener('wheel', event => {
  // Where the story lies below the picture the wheel leads there.
  const isStacked = box.scrollHeight > box.clientHeight + 1;
  if (!lookedAt() || isStacked && !event.ctrlKey && !isCloser()) return;
  event.preventDefault();
  const lines = event.deltaMode ? 30 : 1;
  magnify(view.scale * Math.exp(-event.deltaY * lines * (event.ctrlKey ? .01 : .002)), ...inStage(event));
}, { passive: false });

theatre.addEventListener('pointerdown', event => {
  if (!lookedAt() || event.button) return;
  if (!fingers.size) travelled = 0;
  fingers.set(event.pointerId, inStage(event));
});
theatre.addEventListener('pointermove', event => {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const now = inStage(event), [x, y] = [now[0] - before[0], now[1] - before[1]];
  travelled += Math.hypot(x, y);
  fingers.set(event.pointerId, now);
  if (fingers.size === 1 ? !isCloser() || travelled < 4 : fingers.size > 2) return;
  theatre.setPointerCapture(event.pointerId);
  if (fingers.size === 1) return shift(x, y);
  const other = [...fingers].find(([id]) => id !== event.pointerId)[1], apart = at => Math.hypot(at[0] - other[0], at[1] - other[1]);
  shift(x / 2, y / 2);
  magnify(view.scale * apart(now) / Math.max(1, apart(before)), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
});
for (const name of ['pointerup', 'pointercancel']) {
  theatre.addEventListener(name, event => {
    if (!fingers.delete(event.pointerId) || name !== 'pointerup' || event.pointerType !== 'touch' || travelled > 12) return;
    const isSecond = event.timeStamp - tapped < 300;
    tapped = isSecond ? -Infinity : event.timeStamp;
    if (isSecond) approach(...inStage(event));
  });
}
theatre.addEventListener('dblclick', event => {
  if (lookedAt() && event.pointerType !== 'touch' && event.target.closest('.whole')) approach(...inStage(event));
});
// What was moved about was not clicked, and is not dragged out of the page.
theatre.addEventListener('click', event => {
  if (travelled < 4 || !isCloser()) return;
  event.preventDefault();
  event.stopPropagation();
}, true);
theatre.addEventListener('dragstart', event => { if (isCloser()) event.preventDefault(); });
new ResizeObserver(() => lay(view)).observe(theatre);
// The first click of two is none by itself.
let clicked;
onPicture(theatre, () => {
  clearTimeout(clicked);
  clicked = setTimeout(() => { if (!isCloser() && performance.now() - approached > 400) box.classList.toggle('bare'); }, 250);
});
