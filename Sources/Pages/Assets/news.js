// A page that stays open learns what has changed: once a minute two small scripts are read, of which one names the state of
// each year, and the other one all favorites.
let lastNews;

function hear() {
  for (const script of ['gallery.js', 'favorites.js']) fetchScript(script, true);
}

function apodNews(news) {
  const before = lastNews;
  lastNews = news;
  if (before) heed(news, new Map(before.years.map(([year, , state]) => [year, state])));
}

// The years that were read are read again where they changed; nothing moves that somebody looks at.
async function heed(news, states) {
  const changed = news.years.filter(([year, , state]) => states.get(year) !== state).map(([year]) => year);
  if (!changed.length) return;
  const before = offered();
  Object.assign(about, news);
  if (offered() !== before) {
    offer();
    if (line && !line.hidden && about.years.length) drawYears();
  }
  const newest = about.years[0]?.[0], wanted = changed.filter(year => years.has(year) || year === newest);
  const former = new Map(wanted.flatMap(year => years.get(year)?.days ?? []).map(day => [day.d, JSON.stringify(day)]));
  const isKnown = years.has(newest), read = new Map(wanted.map(year => [year, years.get(year)]));
  await Promise.all(wanted.map(year => load(year, true)));
  // What did not come is asked for again.
  for (const entry of lastNews.years) if (read.has(entry[0]) && years.get(entry[0]) === read.get(entry[0])) entry[2] = undefined;
  for (const item of document.querySelectorAll('.cards a[data-day]')) {
    const day = years.get(item.dataset.day.slice(0, 4))?.days.find(day => day.d === item.dataset.day);
    if (!day || former.get(day.d) === JSON.stringify(day) || found.contains(item)) continue;
    const fresh = card(day), isFocused = document.activeElement === item;
    fresh.querySelector('time').textContent = item.parentElement.querySelector('time').textContent;
    item.parentElement.replaceWith(fresh);
    if (isFocused) fresh.querySelector('a').focus();
  }
  if (!found.hidden) show(true);
  if (box.open && wanted.includes(current.slice(0, 4))) retell(await find(current));
  const day = years.get(newest)?.days.find(day => day.k !== 'n');
  if (!day || today && day.d <= today.dataset.day || (isKnown && former.has(day.d) && former.get(day.d) === JSON.stringify(day))) return;
  notify('A new picture is here: ', link(day));
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

fetchScript('gallery.js', true);
setInterval(() => { if (!document.hidden) hear(); }, 45e3);
addEventListener('visibilitychange', () => { if (!document.hidden) hear(); });
