// The map of the sky: it is moved by its viewBox alone. A click tells of the nearest object, and leads to its days.
const map = $('#map'), panel = $('#panel'), finder = $('#find');
const rows = JSON.parse($('#rows').textContent).map((row, i) => ({
  s: [], m: [], o: [], ...row, i, id: row.n.replace(/ /g, '-'), names: [row.n, ...row.o ?? []].map(tight) }));
function tight(text) { return fold(text).replace(/[\s-]+/g, ''); }

// A mark or a constellation's name, with its place in the map's units.
const marks = [...map.querySelectorAll('a[data-row]')].map(link => {
  const shape = link.firstElementChild, row = rows[link.dataset.row], isName = shape.tagName === 'text';
  const [x, y] = isName ? [shape.getAttribute('x'), shape.getAttribute('y')] : shape.getAttribute('d').slice(1, -2).split(' ');
  return { link, shape, row, isName, x: +x, y: +y, kind: isName ? '' : shape.getAttribute('class')[0], size: 1 };
});
for (const mark of marks) mark.row.mark = mark;
const dots = marks.filter(mark => !mark.isName);

// MARK: What is seen

const wide = 1440, high = 732, nearest = 40;
const view = { x: 0, y: 0, zoom: 1 };
let width = 1, height = 1, unit = 1, isDue = false, settled;

function measure() {
  width = map.clientWidth || 1;
  height = map.clientHeight || 1;
  unit = Math.max(wide / width, high / height);
  change();
}

const clamp = (value, most) => Math.min(most, Math.max(-most, value));

// Draws with the next frame, however many events come before it.
function change() {
  view.zoom = Math.min(nearest, Math.max(1, view.zoom));
  view.x = clamp(view.x, (wide / 2) * (1 - 1 / view.zoom) + 1e-9);
  view.y = clamp(view.y, (high / 2) * (1 - 1 / view.zoom) + 1e-9);
  if (!isDue) requestAnimationFrame(draw);
  isDue = true;
}

let drawnSize;
function draw() {
  isDue = false;
  const scale = unit / view.zoom, w = width * scale, h = height * scale;
  map.setAttribute('viewBox', `${view.x - w / 2} ${view.y - h / 2} ${w} ${h}`);
  if (scale !== drawnSize) {
    drawnSize = scale;
    map.querySelector('.names').style.fontSize = `${12 * scale}px`;
    map.querySelector('.labels').style.fontSize = `${11.5 * scale}px`;
    map.classList.toggle('far', wide / scale < 800);
  }
  clearTimeout(settled);
  settled = setTimeout(label, 150);
}

// Names stand where they fit: those of the most shown first, none over another or over a constellation's.
function label() {
  const scale = unit / view.zoom, taken = [], texts = [];
  const isFree = box => taken.every(other => box[0] > other[2] || box[2] < other[0] || box[1] > other[3] || box[3] < other[1]);
  const at = mark => [(mark.x - view.x) / scale, (mark.y - view.y) / scale];
  if (!map.classList.contains('far')) {
    for (const mark of marks.filter(mark => mark.isName)) {
      const [x, y] = at(mark), half = mark.row.n.length * 4;
      taken.push([x - half, y - 12, x + half, y + 4]);
    }
  }
  const seen = dots.filter(mark => !mark.link.hasAttribute('hidden') && Math.abs(mark.x - view.x) < width * scale / 2 && Math.abs(mark.y - view.y) < height * scale / 2);
  seen.sort((a, b) => b.days - a.days);
  for (const mark of seen) {
    const [x, y] = at(mark), left = x + mark.size + 4, box = [left, y - 7, left + mark.row.n.length * 7, y + 7];
    if (!isFree(box)) continue;
    taken.push(box);
    texts.push(svg('text', { x: mark.x + (mark.size + 4) * scale, y: mark.y + 4 * scale }, mark.row.n));
    if (texts.length === 80) break;
  }
  map.querySelector('.labels').replaceChildren(...texts);
}

function svg(name, attributes, text) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

// Which days count: those whose pictures are of an object, those that only mention it, or both.
const counts = { all: row => row.s.length + row.m.length, of: row => row.s.length, other: row => row.m.length };
let counted = 'all';

function count(which) {
  counted = which;
  for (const mark of marks) {
    mark.days = counts[which](mark.row);
    mark.link.toggleAttribute('hidden', !mark.isName && !mark.days);
    if (mark.isName) continue;
    const step = Math.min(12, Math.max(1, Math.round(Math.sqrt(mark.days))));
    mark.size = (2.5 + 1.5 * step) / 2;
    mark.shape.setAttribute('class', `${mark.kind} s${step}${which === 'all' && !mark.row.s.length ? ' only' : ''}`);
  }
  for (const button of document.querySelectorAll('.bar [data-count]')) button.ariaPressed = String(button.dataset.count === which);
  label();
}

// MARK: Moving

// The zoom around a point of the window, which stays where it is.
function zoom(factor, x = width / 2, y = height / 2) {
  const before = unit / view.zoom, zoomed = Math.min(nearest, Math.max(1, view.zoom * factor)), after = unit / zoomed;
  view.x += (x - width / 2) * (before - after);
  view.y += (y - height / 2) * (before - after);
  view.zoom = zoomed;
  change();
}

function pan(x, y) {
  const scale = unit / view.zoom;
  view.x += x * scale;
  view.y += y * scale;
  change();
}

function whole() {
  Object.assign(view, { x: 0, y: 0, zoom: 1 });
  change();
}

const inMap = event => {
  const box = map.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
};

// At its smallest the map lets the wheel scroll the page.
map.addEventListener('wheel', event => {
  const step = event.deltaY * (event.deltaMode === 1 ? 18 : event.deltaMode === 2 ? 300 : 1);
  if (step > 0 && view.zoom === 1 && !event.ctrlKey) return;
  event.preventDefault();
  zoom(Math.exp(-step * (event.ctrlKey ? .01 : .0022)), ...inMap(event));
}, { passive: false });

// At its smallest the map lets a finger scroll the page, too. Set by a style, touch-action would have the style of a
// thousand marks computed anew, which takes several frames.
map.addEventListener('touchmove', event => { if (view.zoom > 1 && event.cancelable) event.preventDefault(); }, { passive: false });

const pointers = new Map();
let moved = 0;
map.addEventListener('pointerdown', event => {
  if (event.button) return;
  if (!pointers.size) moved = 0;
  pointers.set(event.pointerId, inMap(event));
});
map.addEventListener('pointermove', event => {
  const before = pointers.get(event.pointerId);
  if (!before) return;
  const now = inMap(event), others = [...pointers.keys()].filter(id => id !== event.pointerId);
  moved += Math.hypot(now[0] - before[0], now[1] - before[1]);
  if (moved > 4 && !map.hasPointerCapture(event.pointerId)) map.setPointerCapture(event.pointerId);
  pointers.set(event.pointerId, now);
  if (!others.length) return pan(before[0] - now[0], before[1] - now[1]);
  // Two fingers: the map follows their middle and their distance.
  const other = pointers.get(others[0]), apart = point => Math.hypot(point[0] - other[0], point[1] - other[1]) || 1;
  pan((before[0] - now[0]) / 2, (before[1] - now[1]) / 2);
  zoom(apart(now) / apart(before), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
});
for (const end of ['pointerup', 'pointercancel']) map.addEventListener(end, event => pointers.delete(event.pointerId));
map.addEventListener('dragstart', event => event.preventDefault());

// A click means the nearest mark: many are smaller than a finger.
map.addEventListener('click', event => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (moved > 4) return;
  const name = event.target.closest('.names a');
  if (name) return select(rows[name.dataset.row]);
  const [x, y] = inMap(event), scale = unit / view.zoom, reach = matchMedia('(pointer: coarse)').matches ? 22 : 12;
  const far = mark => Math.hypot((mark.x - view.x) / scale + width / 2 - x, (mark.y - view.y) / scale + height / 2 - y) - mark.size;
  const near = dots.filter(mark => !mark.link.hasAttribute('hidden') && far(mark) < reach).sort((a, b) => far(a) - far(b))[0];
  if (near) select(near.row);
});

// The arrows belong to the map while it has the focus.
const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.('input')) return;
  const step = map.contains(event.target) && steps[event.key];
  const action = step ? () => pan(step[0] * width / 8, step[1] * height / 8) : {
    '+': () => zoom(1.5), '=': () => zoom(1.5), '-': () => zoom(1 / 1.5), '0': whole,
    '/': () => finder.focus(), Escape: () => { if (!panel.hidden) close(); },
  }[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});

// MARK: One object

let chosen;
// A day is twice its number, and one more where it has a thumbnail.
const dateOf = day => new Date((day >> 1) * 864e5).toISOString().slice(0, 10);

function card(day) {
  const date = dateOf(day);
  return make('li', {}, make('a', { href: `index.html#${date}`, draggable: 'false' },
    make('span', { class: 'pic' }, day & 1 && make('img', {
      src: `.apod-mirror/thumbnails/${date.slice(0, 4)}/${date}.320.jpg`, alt: '', loading: 'lazy', decoding: 'async' })),
    make('time', { datetime: date }, longDate(date, short))));
}

function cards(title, days) {
  if (!days.length) return [];
  const items = make('ul', { class: 'days' }, ...days.slice(0, 24).map(card));
  const button = make('button', { type: 'button' }, `All ${grouped(days.length)}`);
  const more = days.length > 24 && make('p', { class: 'chips more' }, button);
  button.addEventListener('click', () => { items.append(...days.slice(24).map(card)); more.remove(); });
  return [make('h3', {}, `${title}: ${many(days.length, 'day')}`), items, ...more ? [more] : []];
}

function select(row, focus = true) {
  chosen?.mark?.link.classList.remove('on');
  chosen = row;
  row.mark?.link.classList.add('on');
  const shut = make('button', { type: 'button', class: 'close', 'aria-label': 'Close', title: 'Close (Esc)' }, '✕');
  shut.addEventListener('click', close);
  panel.replaceChildren(...[
    shut, make('h2', { id: 'panel-title' }, row.n), row.o.length && make('p', { class: 'quiet' }, row.o.join(' · ')),
    row.w && make('p', {}, row.w), row.p && make('p', { class: 'at' }, placeText(row.p)),
    make('p', {}, make('a', { href: `objects.html#${encodeURIComponent(row.id)}` }, 'All its days on a page')),
    ...cards('Pictures of it', row.s), ...cards('Only mentioned', row.m),
  ].filter(Boolean));
  panel.hidden = false;
  panel.scrollTop = 0;
  document.title = `${row.n} · ${title}`;
  history.replaceState(null, '', `#${encodeURIComponent(row.id)}`);
  measure();
  if (focus) panel.focus({ preventScroll: true });
}

function close() {
  panel.hidden = true;
  chosen?.mark?.link.classList.remove('on');
  chosen = undefined;
  document.title = title;
  history.replaceState(null, '', location.pathname + location.search);
  measure();
  map.focus({ preventScroll: true });
}

// Shows where an object is: near enough to see what is around it.
function show(row) {
  if (row.mark) Object.assign(view, { x: row.mark.x, y: row.mark.y, zoom: Math.max(view.zoom, row.mark.isName ? 3 : 5) });
  select(row);
}

function known(wish) {
  const name = tight(wish);
  return name ? rows.find(row => row.names.includes(name)) ?? rows.find(row => row.names.some(other => other.startsWith(name))) : undefined;
}

finder.addEventListener('focus', () => {
  if (!$('#known').children.length) $('#known').append(...rows.flatMap(row => [row.n, ...row.o]).map(name => make('option', { value: name })));
});
finder.addEventListener('keydown', event => {
  const row = event.key === 'Enter' && known(finder.value);
  if (row) show(row);
  if (event.key === 'Escape') { finder.value = ''; map.focus({ preventScroll: true }); }
});
// A name that is picked from the list of known ones comes whole; Chromium names no type of input then.
finder.addEventListener('input', event => {
  if (event.inputType && event.inputType !== 'insertReplacementText') return;
  const row = rows.find(row => [row.n, ...row.o].includes(finder.value));
  if (row) show(row);
});

function asked() {
  let wish = location.hash.slice(1);
  try { wish = decodeURIComponent(wish); } catch { /* A % that encodes nothing stands for itself. */ }
  const row = wish && (rows.find(row => row.id === wish) ?? rows.find(row => row.names.includes(tight(wish))));
  if (row && row !== chosen) show(row);
}

// MARK: From the start

const title = document.title;
const button = (label, press, attributes) => {
  const element = make('button', { type: 'button', ...attributes }, label);
  element.addEventListener('click', press);
  return element;
};
const [choices, buttons] = document.querySelectorAll('.bar .chips');
for (const [which, label] of [['all', 'All'], ['of', 'Pictures of it'], ['other', 'Only mentioned']]) {
  choices.append(button(label, () => count(which), { 'data-count': which, 'aria-pressed': 'false' }));
}
buttons.append(button('+', () => zoom(1.7), { 'aria-label': 'Larger', title: 'Larger (+)' }),
  button('−', () => zoom(1 / 1.7), { 'aria-label': 'Smaller', title: 'Smaller (-)' }),
  button('Whole sky', whole, { title: 'The whole sky (0)' }));
$('.bar').hidden = false;
// Thumbnails are named only where they are; one that was taken away since leaves the drawn sky.
addEventListener('error', event => { if (event.target.tagName === 'IMG') event.target.remove(); }, true);
new ResizeObserver(measure).observe(map);
addEventListener('hashchange', asked);
measure();
count(counted);
asked();
