// The favorites: which days they are and in which albums, how many there are in each album and year, and the cards of those
// that were added last. All of it is one script, of which a page that stays open asks again.
let stars = new Map(), albums = new Map(), starsOfYears = new Map(), lastStars = [], drawnStars = new Map(), toldOfStars;
const isStar = day => stars.has(day.d);
const starsOf = year => starsOfYears.get(year) ?? 0;

function apodFavorites(news) {
  const text = JSON.stringify(news), former = stars;
  if (text === toldOfStars) return;
  toldOfStars = text;
  let number = 0;
  const days = news.days.map(step => new Date((number += step) * 864e5).toISOString().slice(0, 10));
  stars = new Map(days.map(id => [id, []]));
  for (const [name, ...steps] of news.albums) {
    let place = 0;
    for (const step of steps) stars.get(days[place += step]).push(name);
  }
  lastStars = news.newest;
  showFavorites(former);
}
const favoritesCame = fetchScript('favorites.js');

// Draws all that tells of favorites, where it is not as it was before.
function showFavorites(former) {
  const before = offered(), formerYears = JSON.stringify([...starsOfYears]);
  [albums, starsOfYears] = [new Map(), new Map()];
  for (const [id, names] of stars) {
    starsOfYears.set(id.slice(0, 4), starsOf(id.slice(0, 4)) + 1);
    for (const name of names) albums.set(name, (albums.get(name) ?? 0) + 1);
  }
  albums = new Map([...albums].sort(([one], [other]) => one < other ? -1 : 1));
  if (offered() !== before) offer();
  $('#starred').hidden = night.hidden = !stars.size;
  if (line && !line.hidden && formerYears !== JSON.stringify([...starsOfYears])) redrawYears();
  for (const item of document.querySelectorAll('.cards a[data-day]')) {
    if (stars.has(item.dataset.day) !== former.has(item.dataset.day)) markCard(item);
  }
  if (cardStar.dataset.star) find(cardStar.dataset.star).then(day => day && showStar(cardStar, day));
  drawFavorites();
  // A search for favorites that was made before they came looks through their years now.
  const isBehind = (wanted.is || wanted.album) && about.years.some(([year]) => starsOf(year) && !years.has(year));
  if (!found.hidden) isBehind ? look() : show(true);
  if (current && JSON.stringify(stars.get(current)) !== JSON.stringify(former.get(current))) find(current).then(day => day && keep(day));
}

// The words for those who do not see the card's star.
const favored = () => make('span', { class: 'unseen favored' }, 'a favorite, ');

function markCard(link) {
  const isStar = stars.has(link.dataset.day);
  link.querySelector('.title').classList.toggle('star', isStar);
  link.parentElement.querySelector('.favored')?.remove();
  if (isStar) link.parentElement.querySelector('time').before(favored());
}

// The row of the first page; a card that stays is the same one, with its picture and the focus.
function drawFavorites() {
  const former = $('section[aria-labelledby=favorites]');
  if (!lastStars.length) return former?.remove();
  const cards = new Map([...former?.querySelectorAll('.cards a') ?? []].map(link => [link.dataset.day, link.parentElement]));
  const items = lastStars.map(day => drawnStars.get(day.d) === JSON.stringify(day) && cards.get(day.d) || card(day));
  drawnStars = new Map(lastStars.map(day => [day.d, JSON.stringify(day)]));
  const section = former ?? make('section', { 'aria-labelledby': 'favorites' },
    make('div', { class: 'head' }, make('h2', { id: 'favorites' }, 'Favorites')), make('ul', { class: 'cards strip' }));
  const inAlbum = ([name, count]) => make('span', {},
    make('a', { href: `#find?${new URLSearchParams({ album: name })}` }, make('bdi', {}, name)), ' ', make('span', { class: 'quiet' }, grouped(count)));
  section.querySelector('.head').replaceChildren(section.querySelector('h2'),
    make('a', { href: '#find?is=favorites' }, `All ${stars.size}`), ...[...albums].map(inAlbum));
  const focused = document.activeElement, list = section.querySelector('ul'), isHere = section.contains(focused);
  if (items.length !== list.children.length || items.some((item, i) => item !== list.children[i])) list.replaceChildren(...items);
  if (isHere) (section.contains(focused) ? focused : list.querySelector(`a[data-day="${focused.dataset.day}"]`))?.focus();
  if (former) return;
  section.hidden = !found.hidden;
  ($('section.week') ?? $('.first')).after(section);
}
