// A page that stays open learns what has changed: once a minute a small script is read that names the state of each year.
let lastNews;

async function hear() {
  const script = document.createElement('script');
  script.src = `gallery.js?${Date.now()}`;
  script.onload = script.onerror = () => script.remove();
  document.head.append(script);
}

function apodNews(news) {
  const before = lastNews;
  lastNews = news;
  if (before) heed(news, new Map(before.years.map(([year, , , state]) => [year, state])));
}

// The years that were read are read again where they changed; nothing moves that somebody looks at.
async function heed(news, states) {
  const changed = news.years.filter(([year, , , state]) => states.get(year) !== state).map(([year]) => year);
  if (!changed.length) return;
  const before = offered();
  Object.assign(about, news);
  if (offered() !== before) {
    offer();
    $('#starred').hidden = !about.favorites;
    if (line && !line.hidden && about.years.length) drawYears();
  }
  const newest = about.years[0]?.[0], wanted = changed.filter(year => years.has(year) || year === newest);
  const former = new Map(wanted.flatMap(year => years.get(year)?.days ?? []).map(day => [day.d, JSON.stringify(day)]));
  const isKnown = years.has(newest), read = new Map(wanted.map(year => [year, years.get(year)]));
  await Promise.all(wanted.map(year => load(year, true)));
  // What did not come is asked for again.
  for (const entry of lastNews.years) if (read.has(entry[0]) && years.get(entry[0]) === read.get(entry[0])) entry[3] = undefined;
  for (const item of document.querySelectorAll('.cards a[data-day]')) {
    const day = years.get(item.dataset.day.slice(0, 4))?.days.find(day => day.d === item.dataset.day);
    if (!day || former.get(day.d) === JSON.stringify(day) || found.contains(item)) continue;
    const fresh = card(day), isFocused = document.activeElement === item;
    fresh.querySelector('time').textContent = item.parentElement.querySelector('time').textContent;
    item.parentElement.replaceWith(fresh);
    if (isFocused) fresh.querySelector('a').focus();
  }
  await drawFavorites(news);
  if (!found.hidden) show(true);
  if (box.open && wanted.includes(current.slice(0, 4))) retell(await find(current));
  const day = years.get(newest)?.days.find(day => day.k !== 'n');
  if (!day || today && day.d <= today.dataset.day || (isKnown && former.has(day.d) && former.get(day.d) === JSON.stringify(day))) return;
  notify('A new picture is here: ', link(day));
}

// The newest favorites of the first page; a card that stays is the same one, with its picture and the focus.
async function drawFavorites(news) {
  const { strip, albums, counts } = news, former = $('section[aria-labelledby=favorites]');
  const cards = new Map([...former?.querySelectorAll('.cards a') ?? []].map(link => [link.dataset.day, link.parentElement]));
  const days = await Promise.all(strip.map(id => cards.has(id) ? undefined : find(id)));
  if (news !== lastNews) return;
  const items = strip.map((id, i) => cards.get(id) ?? (days[i] && card(days[i]))).filter(Boolean);
  if (!items.length) return former?.remove();
  const section = former ?? make('section', { 'aria-labelledby': 'favorites' },
    make('div', { class: 'head' }, make('h2', { id: 'favorites' }, 'Favorites')), make('ul', { class: 'cards strip' }));
  const inAlbum = (name, i) => make('span', {},
    make('a', { href: `#find?${new URLSearchParams({ album: name })}` }, make('bdi', {}, name)), ' ', make('span', { class: 'quiet' }, grouped(counts[i])));
  section.querySelector('.head').replaceChildren(section.querySelector('h2'),
    make('a', { href: '#find?is=favorites' }, `All ${news.favorites}`), ...albums.map(inAlbum));
  const focused = document.activeElement, list = section.querySelector('ul');
  if (items.length !== list.children.length || items.some((item, i) => item !== list.children[i])) list.replaceChildren(...items);
  if (section.contains(focused)) focused.focus();
  if (former) return;
  section.hidden = !found.hidden;
  ($('section.week') ?? $('.first')).after(section);
}

// Without moving what stands there: only what is told of an open day.
function retell(day) {
  if (!day) return;
  box.querySelector('h2').textContent = day.t;
  box.querySelector('.by').textContent = credit(day);
  box.querySelector('.story').replaceChildren(...told(day));
  mentioned(day);
  keep(day);
}

hear();
setInterval(() => { if (!document.hidden) hear(); }, 45e3);
addEventListener('visibilitychange', () => { if (!document.hidden) hear(); });
