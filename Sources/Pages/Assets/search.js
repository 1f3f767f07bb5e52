// Search and filters: what is wanted, what was found of it, and the part of it that is drawn.
const field = $('#search'), found = $('#found'), count = $('#count'), bars = $('#found progress');
const chips = [];
let wanted = {}, results = [], drawn = 0, asked = 0;

const kinds = { picture: ['i'], video: ['v', 'h'], other: ['n'] };
const tests = {
  is: day => isStar(day),
  album: (day, name) => !!stars.get(day.d)?.includes(name),
  type: (day, name) => kinds[name]?.includes(day.k),
  use: (day, name) => useOf(day) === name,
  year: (day, name) => day.d.startsWith(name),
};

function chip(facet, value, label) {
  const number = make('small'), button = make('button', { type: 'button', 'aria-pressed': 'false' }, label, number);
  button.addEventListener('click', () => want({ [facet]: wanted[facet] === value ? undefined : value }, 'find?'));
  chips.push({ facet, value, button, number });
  return button;
}
const yearChoice = make('select', { 'aria-label': 'Year' });
yearChoice.addEventListener('change', () => want({ year: yearChoice.value || undefined }, 'find?'));

// What there is to choose from; other albums or years may come while the page is open.
function offer() {
  chips.length = 0;
  yearChoice.replaceChildren(make('option', { value: '' }, 'All years'), ...about.years.map(([year]) => make('option', { value: year }, year)));
  $('.chips').replaceChildren(...[
    stars.size > 0 && chip('is', 'favorites', '★ Favorites'),
    ...[...albums.keys()].map(name => chip('album', name, name)),
    chip('type', 'picture', 'Pictures'), chip('type', 'video', 'Videos'), chip('type', 'other', 'Not here yet'),
    chip('use', 'nasa', 'NASA’s own'), chip('use', 'cc', 'Creative Commons'), chip('use', 'copyright', '© somebody: ask'), chip('use', 'not-said', 'Use not said'),
    yearChoice,
  ].filter(Boolean));
}
const offered = () => JSON.stringify([stars.size > 0, [...albums.keys()], about.years.map(([year]) => year)]);
offer();

const isWanting = () => Object.values(wanted).some(Boolean);
const wish = () => isWanting() ? `find?${new URLSearchParams(Object.entries(wanted).filter(([, value]) => value))}` : '';

// Changes what is wanted, and the address with it, so that it can be kept and come back to. Where nothing is
// wanted any more the first page comes back, or what is `otherwise`.
function want(changes, otherwise = '') {
  const before = isWanting();
  wanted = { ...wanted, ...changes };
  place(wish() || otherwise, before || !isWanting());
  look();
}

async function look() {
  const turn = ++asked, searching = isWanting() || location.hash.startsWith('#find');
  document.body.classList.toggle('searching', searching);
  for (const element of document.querySelectorAll('main > :is(.first, section)')) element.hidden = (element === found) !== searching;
  $('#filters').ariaPressed = String(searching);
  $('#starred').ariaPressed = String(!!wanted.is);
  if (field.value.trim() !== (wanted.q ?? '')) field.value = wanted.q ?? '';
  if (!searching) return;

  const starred = wanted.is || wanted.album;
  if (starred) await favoritesCame;
  if (turn !== asked) return;
  const date = meant(wanted.q ?? '');
  const needed = about.years.filter(([year]) =>
    (!starred || starsOf(year)) && (!date || date[0] === '-' || date.startsWith(year)) && (wanted.q || wanted.type || wanted.use || !wanted.year || wanted.year === year)).map(([year]) => year);
  const missing = needed.filter(year => !years.has(year)), total = missing.length;
  let at = 0, due = performance.now() + 300, isShown = false;
  bars.max = total;
  bars.value = 0;
  bars.hidden = !total;
  if (total) count.textContent = `Reading ${many(total, 'year')} …`;
  // Four at a time, the newest first; what has come is shown meanwhile, now and then.
  await Promise.all([0, 1, 2, 3].map(async () => {
    while (at < total && turn === asked) {
      await load(missing[at++]);
      if (turn !== asked) return;
      bars.value++;
      if (performance.now() < due || box.open) continue;
      show(isShown);
      isShown = true;
      due = performance.now() + 500;
    }
  }));
  if (turn !== asked) return;
  bars.hidden = true;
  show(isShown);
  if (!results.length && date?.length === 10 && !Number.isNaN(Date.parse(date))) return void nearby(date, turn);
  count.textContent = results.length ? many(results.length, wanted.q && !date ? 'hit' : 'day')
    : wanted.q ? 'Nothing was found: try fewer or other words, or take a filter off.' : 'Nothing here yet.';
}

async function nearby(date, turn) {
  const day = await nearest(date);
  if (turn !== asked) return;
  count.replaceChildren(`There is no picture of ${longDate(date, short)} here.`, ...(day ? [' The nearest day is ', link(day), '.'] : []));
}

// What is known is looked through. `again`: the list was begun with fewer years, so its length and the focus stay.
function show(again) {
  const search = sought(wanted.q ?? ''), ranks = [[], [], [], []];
  const date = meant(wanted.q ?? '');
  for (const [year] of about.years) {
    if (!years.has(year)) continue;
    if (date) ranks[0].push(...years.get(year).days.filter(day => isMeant(day.d, date)));
    else matches(years.get(year), search, ranks);
  }
  const all = ranks.flat();

  // Each count is of what its chip would leave, so the other groups' filters hold for it.
  const active = Object.keys(tests).filter(facet => wanted[facet]);
  const counts = chips.map(() => 0), perYear = {};
  results = [];
  for (const day of all) {
    let failed = '', failures = 0;
    for (const facet of active) if (!tests[facet](day, wanted[facet])) { failed = facet; failures++; }
    if (failures > 1) continue;
    for (let i = 0; i < chips.length; i++) {
      const { facet, value } = chips[i];
      if ((!failures || failed === facet) && tests[facet](day, value)) counts[i]++;
    }
    if (!failures || failed === 'year') {
      const year = day.d.slice(0, 4);
      perYear[year] = (perYear[year] ?? 0) + 1;
    }
    if (!failures) results.push(day);
  }
  chips.forEach(({ facet, value, button, number }, i) => {
    const pressed = wanted[facet] === value;
    number.textContent = grouped(counts[i]);
    button.ariaPressed = String(pressed);
    button.hidden = !counts[i] && !pressed;
  });
  for (const option of yearChoice.options) {
    const year = option.value, [, all] = about.years.find(([other]) => other === year) ?? [];
    if (all === undefined) continue;
    // Of a year that was not read only so much is known.
    const n = years.has(year) ? perYear[year] ?? 0 : wanted.q || wanted.type || wanted.use || wanted.album ? undefined : wanted.is ? starsOf(year) : all;
    option.textContent = n === undefined ? year : `${year} (${grouped(n)})`;
  }
  yearChoice.value = wanted.year ?? '';
  const length = again ? drawn : 0, focus = again && document.activeElement.closest('#hits a')?.dataset.day;
  drawn = 0;
  $('#hits').replaceChildren();
  // What has the focus may stand further down now.
  draw(Math.max(length, 20, focus ? results.findIndex(day => day.d === focus) + 1 : 0));
  if (focus) $(`#hits a[data-day="${focus}"]`)?.focus();
}

function draw(most) {
  // A date marks itself and no words: the 12 of July 12 is not that of NGC 12.
  const isDate = !!meant(wanted.q ?? ''), phrase = isDate ? [] : sought(wanted.q ?? '').words;
  const next = results.slice(drawn, drawn + most);
  drawn += next.length;
  $('#hits').append(...next.map(day => card(day, marked(day.t, phrase), phrase.length ? excerpt(day.x ?? '', phrase) : undefined, isDate)));
  // Only what begins to be watched is told of while it stays within reach.
  sight.unobserve($('#end'));
  sight.observe($('#end'));
}
const sight = new IntersectionObserver(seen => {
  if (seen.at(-1).isIntersecting && drawn < results.length) draw(20);
}, { rootMargin: '500px' });

// Where words occur in a text: folding may change its length, so each folded letter remembers where it came from.
function places(text, phrase) {
  let folded = '', origin;
  if (/^[\0-\x7f]*$/.test(text)) folded = text.toLowerCase();
  else {
    origin = [];
    for (let i = 0; i < text.length;) {
      const letter = String.fromCodePoint(text.codePointAt(i)), plain = fold(letter);
      for (let k = 0; k < plain.length; k++) origin.push(i);
      folded += plain;
      i += letter.length;
    }
    origin.push(text.length);
  }
  const hits = [];
  for (const word of phrase) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      hits.push(origin ? [origin[at], origin[at + word.length], word] : [at, at + word.length, word]);
    }
  }
  return hits.sort((a, b) => a[0] - b[0]);
}

function marked(text, phrase, hits = places(text, phrase), from = 0, to = text.length) {
  const nodes = [];
  for (const [start, end] of hits) {
    if (start < from || end > to) continue;
    nodes.push(text.slice(from, start), make('mark', {}, text.slice(start, end)));
    from = end;
  }
  nodes.push(text.slice(from, to));
  return nodes;
}

function excerpt(text, phrase) {
  const hits = places(text, phrase);
  if (!hits.length) return undefined;
  // The part with the most different words in it.
  const worth = hits.map(([at]) => new Set(hits.filter(hit => hit[0] >= at && hit[1] < at + 90).map(hit => hit[2])).size);
  const [at, end] = hits[worth.indexOf(Math.max(...worth))], start = at < 50 ? 0 : text.indexOf(' ', at - 45) + 1;
  const from = Math.min(start, at), wish = Math.max(end, from + 130);
  const space = text.indexOf(' ', wish), to = space < 0 ? text.length : space;
  return [from > 0 && '… ', ...marked(text, phrase, hits, from, to), to < text.length && ' …'].filter(Boolean);
}

field.form.addEventListener('submit', event => { event.preventDefault(); $('#hits a')?.focus(); });
field.addEventListener('input', () => { scrollTo(0, 0); want({ q: field.value.trim() || undefined }); });
