// A list of names, each with its days, and the view of one of them, which the address's fragment asks for. Both are drawn from
// the page's data as they are scrolled.
const { title, noun, order, sections } = JSON.parse($('#register').textContent);
const overview = $('.overview'), one = $('.one'), field = $('#filter'), chips = $('.chips'), rowList = $('.rows');
const tight = text => fold(text).replace(/[\s-]+/g, '');
const rows = sections.flatMap((section, i) => section.rows.map(row => {
  const names = [row.n, ...row.o ?? []];
  return { ...row, section: i, id: row.n.replace(/ /g, '-'), names: names.map(tight), words: fold(names.join('\n')) };
}));
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare;

// Thumbnails are named only where they are; one that was taken away since leaves the drawn sky.
addEventListener('error', event => { if (event.target.tagName === 'IMG') event.target.remove(); }, true);

// Draws the items of a list, further ones as the end of the list comes near the window.
const end = make('div');
const watcher = new IntersectionObserver(seen => { if (seen.at(-1).isIntersecting) drawOn(); }, { rootMargin: '100%' });
let place, waiting = [], draw;

function unroll(list, items, drawItem, count) {
  [place, waiting, draw] = [list, items, drawItem];
  list.replaceChildren();
  list.after(end);
  drawOn(count);
}

function drawOn(count = 60) {
  place.append(...waiting.slice(0, count).map(draw));
  waiting = waiting.slice(count);
  watcher.disconnect();
  if (waiting.length) watcher.observe(end);
}
addEventListener('beforeprint', () => drawOn(waiting.length));

// A day is twice its number, and one more where it has a thumbnail.
const dateOf = day => new Date((day >> 1) * 864e5).toISOString().slice(0, 10);

function sky(day) {
  const date = day ? dateOf(day) : undefined;
  return make('span', { class: 'pic' }, date && make('img', {
    src: `.apod-mirror/thumbnails/${date.slice(0, 4)}/${date}.320.jpg`, alt: '', loading: 'lazy', decoding: 'async' }));
}

// A drag takes the picture and not the link, for which Firefox would make file managers move the page.
function drawRow(row) {
  return make('li', {}, make('a', { href: `#${encodeURIComponent(row.id)}`, draggable: 'false' }, sky(row.d.find(day => day & 1)),
    make('b', { dir: 'auto' }, row.n), ' ', make('i', {}, many(row.d.length, 'day'))),
    row.o && make('span', { class: 'quiet' }, row.o.join(' · ')));
}

function drawDay(day) {
  const date = dateOf(day);
  return make('li', {}, make('a', { href: `index.html#${date}`, draggable: 'false' }, sky(day & 1 ? day : 0),
    make('time', { datetime: date }, longDate(date, short))));
}

// The list: of one section or all, by name or by number of days, and those whose names hold what was typed.
let shown, isByName = false, section;

function find() {
  const text = fold(field.value.trim()), words = text.split(/\s+/), name = tight(text);
  const found = rows.filter(row => (section === undefined || row.section === section)
    && (words.every(word => row.words.includes(word)) || row.names.some(other => other.includes(name))));
  found.sort((a, b) => name && b.names.includes(name) - a.names.includes(name)
    || !isByName && b.d.length - a.d.length || byName(a.n, b.n));
  return found;
}

function drawList(count) {
  shown = find();
  unroll(rowList, shown, drawRow, count);
  $('#count').textContent = shown.length === rows.length ? many(rows.length, noun)
    : shown.length ? `${grouped(shown.length)} of ${many(rows.length, noun)}` : `No ${noun} here has that name.`;
  for (const button of chips.querySelectorAll('button')) button.ariaPressed = String(button.isOn());
}

function chip(label, isOn, press) {
  const button = make('button', { type: 'button' }, label);
  button.isOn = isOn;
  button.addEventListener('click', () => { press(); drawList(); });
  return button;
}

const group = (label, ...buttons) => make('span', { role: 'group', 'aria-label': label }, ...buttons);
chips.append(group('Order', chip('Most shown first', () => !isByName, () => { isByName = false; }),
  chip('A to Z', () => isByName, () => { isByName = true; })));
if (sections.length > 1) {
  chips.append(group('Part', chip('All', () => section === undefined, () => { section = undefined; }),
    ...sections.map((part, i) => chip(part.title, () => section === i, () => { section = i; }))));
}
field.addEventListener('input', () => drawList());

// The view of one row.
function tell(row) {
  const days = make('ul', { class: 'days' }), facts = row.f ?? [];
  one.replaceChildren(...[
    make('h1', { dir: 'auto', tabindex: -1 }, row.n), row.o && make('p', { class: 'quiet' }, row.o.join(' · ')),
    facts.length && make('dl', {}, ...facts.flatMap(([label, text, address]) =>
      [make('dt', {}, label), make('dd', {}, address ? make('a', { href: address }, text) : text)])),
    make('p', { class: 'quiet' }, many(row.d.length, 'day'), row.d.length > 1 ? `; ${order}.` : '.'), days].filter(Boolean));
  unroll(days, row.d, drawDay);
}

// The row that the address asks for, by any of its names.
function asked() {
  let wish = location.hash.slice(1);
  try { wish = decodeURIComponent(wish); } catch { /* A % that encodes nothing stands for itself. */ }
  return wish && (rows.find(row => row.id === wish) ?? rows.find(row => row.names.includes(tight(wish))));
}

// Where the list was left: its place in the window, and how many of its rows were drawn.
let left, last;
history.scrollRestoration = 'manual';

function look() {
  const row = asked();
  if (!row && location.hash === '#main' && place) return;
  if (!overview.hidden) left = { top: scrollY, count: rowList.children.length };
  overview.hidden = $('.about').hidden = !!row;
  one.hidden = $('.up').hidden = !row;
  document.title = `${row ? `${row.n} · ` : ''}${title} · Astronomy Picture of the Day`;
  if (row) {
    tell(row);
    scrollTo({ top: 0, behavior: 'instant' });
    one.querySelector('h1').focus({ preventScroll: true });
  } else {
    one.replaceChildren();
    drawList(left?.count);
    if (last) rowList.children[shown.indexOf(last)]?.querySelector('a').focus({ preventScroll: true });
    scrollTo({ top: left?.top ?? 0, behavior: 'instant' });
  }
  last = row;
}
addEventListener('hashchange', look);
look();
