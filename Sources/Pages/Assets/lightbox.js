// The light-box: one day with its picture, its story and the way to its neighbours.
const box = $('dialog.box');
let current, sequence, opening = 0;

async function openBox(id) {
  const turn = ++opening, day = await find(id);
  // Meanwhile another day was opened, or Back was pressed.
  if (turn !== opening) return;
  if (!day) return Number.isNaN(Date.parse(id)) || isYear(id) && !years.has(id.slice(0, 4)) ? openMonth(id) : openNearest(id);
  current = id;
  const at = sequence ? sequence.findIndex(other => other.d === id) : -1;
  if (at < 0) sequence = undefined;
  fill(box.querySelector('.stage'), day);
  box.querySelector('h2').textContent = day.t;
  box.querySelector('time').textContent = longDate(id);
  box.querySelector('time').dateTime = id;
  box.querySelector('.by').textContent = credit(day);
  box.querySelector('.use').replaceChildren(...mayBeUsed(day));
  box.querySelector('.story').replaceChildren(...told(day));
  box.querySelector('.objects').replaceChildren(...(day.o ?? []).flatMap(name => [make('a', { href: objectPage(name) }, name), ' ']));
  whereabouts(day);
  mentioned(day);
  const more = box.querySelector('.similar');
  more.hidden = !day.n?.length;
  more.querySelector('ul').replaceChildren();
  if (more.open) similar();
  box.querySelector('.place').textContent = sequence ? `${grouped(at + 1)} of ${grouped(sequence.length)}` : '';
  box.querySelector('.links').replaceChildren(...[
    day.f && make('a', { href: file(day), target: '_blank', rel: 'noreferrer' }, day.k === 'h' ? 'Watch it' : 'The file itself'),
    picture(day) && make('a', { href: file(day), download: day.f }, 'Save the picture'),
    /^https?:/i.test(day.p ?? '') && make('a', { href: day.p, target: '_blank', rel: 'noreferrer' }, 'NASA’s page'),
    make('a', { href: story(id) }, longDate(id, months)),
    copier('Copy the link', () => location.href),
  ].filter(Boolean));
  keep(day);
  box.querySelector('aside').scrollTop = box.scrollTop = 0;
  document.title = `${day.t} · Astronomy Picture of the Day`;
  if (!box.open) box.showModal();
  // Only now the stage has its size.
  settle();
  const [older, newer] = await Promise.all([beside(-1), beside(1)]);
  if (turn !== opening) return;
  box.querySelector('.older').disabled = !older;
  box.querySelector('.newer').disabled = !newer;
  // A neighbour's picture is asked for in advance: turning to it then takes no time.
  if (newer ?? older) new Image().src = large(older ?? newer) ?? '';
}

// A day whose year's script did not come may be told of in its month's page.
function openMonth(id) {
  const isThere = years.get(id.slice(0, 4))?.days.some(day => day.d.startsWith(id.slice(0, 7))) ?? isYear(id);
  if (isThere) location.replace(story(id));
}

// Of a day that is not here the page says so, and which one is nearest.
async function openNearest(id) {
  const turn = opening, day = await nearest(id);
  if (turn !== opening) return;
  if (box.open) box.close();
  place('', true);
  look();
  notify(`There is no picture of ${longDate(id, short)} here. `, ...(day ? ['The nearest day is ', link(day), '.'] : []));
}
const link = day => make('a', { href: story(day.d), 'data-day': day.d }, make('bdi', {}, day.t), ` (${longDate(day.d, short)})`);

// The days that show the same picture, and those whose stories lead here: by their titles where their years are here, else by
// their dates.
function mentioned(day) {
  others(box.querySelector('.encores'), 'The same picture was shown on', day.e ?? []);
  others(box.querySelector('.mentions'), 'Mentioned in', day.m ?? []);
}

function others(place, what, days) {
  place.hidden = !days.length;
  place.replaceChildren(what, make('ul', {}, ...days.map(id => {
    const known = years.get(id.slice(0, 4))?.days.find(other => other.d === id), date = longDate(id, short);
    return make('li', {}, make('a', { href: story(id), 'data-day': id }, ...(known ? [make('bdi', {}, known.t), `, ${date}`] : [date])));
  })));
}

// The days most like this one, each with its picture: their years are read only when they are asked for.
async function similar() {
  const turn = opening, place = box.querySelector('.similar ul'), day = await find(current);
  const days = await Promise.all((day?.n ?? []).map(find));
  if (turn === opening) place.replaceChildren(...days.filter(Boolean).map(other => card(other)));
}
box.querySelector('.similar').addEventListener('toggle', event => { if (event.target.open && current) similar(); });

// A button that copies a text; where the clipboard is closed, what is `shown` of it is marked.
function copier(label, text, shown) {
  const button = make('button', { type: 'button', class: shown ? 'pill' : 'link' }, label);
  button.addEventListener('click', async () => {
    const words = text(), holder = shown ?? make('span', { class: 'unseen' }, words);
    if (!shown) button.after(holder);
    try {
      await navigator.clipboard.writeText(words);
    } catch {
      getSelection().selectAllChildren(holder);
      document.execCommand('copy');
    }
    if (!shown) holder.remove();
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = label; }, 2000);
  });
  return button;
}

// How the favorite mark explains itself. A page that was opened from its folder knows which mirror it is of; one that came
// over the network does not say where on its server that lies.
function keep(day) {
  const isKept = isStar(day), among = stars.get(day.d) ?? [], isLocal = location.protocol === 'file:';
  const root = isLocal && plain(new URL('.', location).pathname).replace(/\/$/, '');
  const quoted = root && (/^[\w./-]+$/.test(root) ? root : `'${root.replaceAll("'", "'\\''")}'`);
  const command = `apod-mirror favorites ${isKept ? 'remove' : 'add'} ${day.d}${root ? ` --mirror ${quoted}` : ''}`;
  const code = make('code', {}, command), isPhone = matchMedia('(pointer: coarse)').matches && !isLocal;
  const head = isKept ? [make('b', {}, '★ A favorite'), among.length ? ` in ${list.format(among)}` : '', '. '] : [make('b', {}, '☆ A favorite?'), ' '];
  const share = `the folder favorites/ of the shared mirror`;
  const how = starToken ? `Press the star above, or ${isKept ? 'delete its link in favorites/' : 'drop this picture into favorites/'}.`
    : isKept ? (isPhone ? `To remove it, delete its link in ${share}, or ask the mirror's owner.` : `To remove it, delete its link in favorites/, or ${isLocal ? 'type' : 'on the machine that keeps this mirror'}:`)
    : isPhone ? `Copy this picture into ${share}, or ask the mirror's owner.` : `Drop this picture into favorites/, or ${isLocal ? 'type' : 'on the machine that keeps this mirror'}:`;
  box.querySelector('.keep').replaceChildren(...head, how, ...(isPhone || starToken ? [] : [code, copier('Copy', () => command, code)]));
  if (starToken) showStar(boxStar, day);
}

// Among results the arrows go through them as they stand; otherwise through the days.
function beside(step) {
  if (!sequence) return neighbour(current, step);
  return sequence[sequence.findIndex(day => day.d === current) + step];
}

async function move(step) {
  const turn = opening, day = await beside(step);
  if (day && turn === opening) {
    place(day.d, true);
    openBox(day.d);
  }
}

box.querySelector('.older').addEventListener('click', () => move(-1));
box.querySelector('.newer').addEventListener('click', () => move(1));
box.querySelector('.close').addEventListener('click', () => box.close());
function clearBox() {
  opening++;
  box.querySelector('.stage').replaceChildren();
  box.classList.remove('bare', 'closer');
  current = undefined;
  document.title = title;
}
// The event comes late: another day may be open by then, or be on its way.
box.addEventListener('close', () => {
  if (box.open || !current) return;
  clearBox();
  if (/^#\d{4}-/.test(location.hash)) leave();
});

let touch;
box.addEventListener('touchstart', event => {
  touch = event.touches.length === 1 && event.target.tagName !== 'VIDEO' ? event.touches[0] : undefined;
}, { passive: true });
box.addEventListener('touchend', event => {
  if (!touch || isCloser() || visualViewport?.scale > 1.05) return;
  const x = event.changedTouches[0].clientX - touch.clientX, y = event.changedTouches[0].clientY - touch.clientY;
  touch = undefined;
  // A picture pushed to the right uncovers the one on its left.
  if (Math.abs(x) > 50 && Math.abs(x) > 1.5 * Math.abs(y)) move(x > 0 ? -1 : 1);
}, { passive: true });
