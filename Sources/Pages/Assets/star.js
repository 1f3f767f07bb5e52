// The star that can be pressed, where the mirror's own server sends the page and its owner lets favorites be changed so: the
// server puts a token into the page, which goes back with every wish. A page from a folder has none, and no star to press.
let starToken = $('meta[name=star]')?.content;
const wishes = new Set(), boxStar = starButton(), cardStar = starButton(), starWords = make('p', { class: 'said', role: 'status' });

function starButton() {
  const button = make('button', { class: 'icon fav', type: 'button', 'aria-pressed': 'false' });
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg'), path = document.createElementNS(drawing.namespaceURI, 'path');
  drawing.setAttribute('viewBox', '0 0 24 24');
  drawing.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', 'M12 3.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.8-5.2 2.8 1-5.8-4.2-4.1 5.8-.8z');
  drawing.append(path);
  button.append(drawing);
  return button;
}

// How the button of a day looks.
function showStar(button, day) {
  button.dataset.star = day.d;
  button.ariaPressed = String(isStar(day));
  button.ariaLabel = `A favorite: ${day.t}`;
  button.title = isStar(day) ? 'No favorite any more (s)' : 'A favorite (s)';
  button.ariaDisabled = String(wishes.has(day.d));
}

async function pressStar(id) {
  await favoritesCame;
  const day = id && await find(id);
  if (!day || wishes.has(id)) return;
  const isWanted = !isStar(day);
  wishes.add(id);
  showStars(day);
  let told;
  try {
    told = await sendStar(id, isWanted);
  } catch {
    told = { words: 'The mirror’s server does not answer: nothing is known to have changed.' };
  }
  wishes.delete(id);
  const isDone = ['kept', 'removed', 'unchanged'].includes(told.star);
  sayStar(isDone ? `${day.t}: ${isWanted ? 'a favorite' : 'no favorite any more'}.` : told.words);
  // Meanwhile the year may have come again.
  const now = await find(id) ?? day;
  if (isDone && isStar(now) !== isWanted) turnStar(now, isWanted);
  showStars(now);
  // The pages follow in a moment, with the albums that a favorite had before.
  if (!isDone) return;
  setTimeout(hear, 1500);
  // The mirror's own word by then holds, also if it is the one from before.
  setTimeout(() => { toldOfStars = undefined; hear(); }, 5000);
}

async function sendStar(id, isWanted) {
  const send = () => fetch(`star?wish=${isWanted ? '%2B' : '-'}${id}`,
    { method: 'POST', headers: { 'X-Star': starToken }, cache: 'no-store', credentials: 'omit', redirect: 'error' });
  let answer = await send();
  // The server ends when nobody asks for a while, and begins with another token.
  if (answer.status === 403 && await renewStar()) answer = await send();
  return answer.json();
}

async function renewStar() {
  const text = await (await fetch('./', { cache: 'no-store', credentials: 'omit' })).text(), former = starToken;
  starToken = new DOMParser().parseFromString(text, 'text/html').querySelector('meta[name=star]')?.content ?? former;
  return starToken !== former;
}

// The page's own marks of a day that has become a favorite, or has ended to be one, before the mirror's own pages say so.
function turnStar(day, isWanted) {
  const former = new Map(stars), others = lastStars.filter(other => other.d !== day.d);
  if (isWanted) stars.set(day.d, []);
  else stars.delete(day.d);
  lastStars = isWanted ? [day, ...others] : others;
  showFavorites(former);
}

function showStars(day) {
  if (current === day.d) keep(day);
  if (cardStar.dataset.star === day.d) showStar(cardStar, day);
}

function sayStar(words) {
  if (box.open) starWords.textContent = words;
  else notify(words);
}

// A card's button comes with the mouse; a finger and the keyboard have the light-box, and the key.
function offerStar(event) {
  const item = event.pointerType === 'mouse' && event.target.closest?.('.cards > li'), id = item && item.querySelector('a[data-day]')?.dataset.day;
  if (!id || cardStar.parentElement === item) return;
  find(id).then(day => {
    if (!day || !item.matches(':hover')) return;
    showStar(cardStar, day);
    item.append(cardStar);
  });
}

if (starToken) {
  cardStar.tabIndex = -1;
  box.querySelector('.top').prepend(boxStar);
  box.append(starWords);
  for (const button of [boxStar, cardStar]) button.addEventListener('click', () => pressStar(button.dataset.star));
  box.addEventListener('close', () => { starWords.textContent = ''; });
  document.addEventListener('pointerover', offerStar);
  for (const element of document.querySelectorAll('#help .by-web')) element.hidden = false;
}
