// The light-box: one day with its picture, its story and the way to its neighbours.
const box = $('dialog.box');
let current, sequence, opening = 0;

async function openBox(id) {
  const turn = ++opening, day = await find(id);
  // Meanwhile another day was opened, or Back was pressed.
  if (turn !== opening) return;
  if (!day) return openMonth(id);
  current = id;
  const at = sequence ? sequence.findIndex(other => other.d === id) : -1;
  if (at < 0) sequence = undefined;
  fill(box.querySelector('.stage'), day);
  box.querySelector('h2').textContent = day.t;
  box.querySelector('time').textContent = longDate(id);
  box.querySelector('time').dateTime = id;
  box.querySelector('.by').textContent = credit(day);
  box.querySelector('.story').textContent = day.x ?? '';
  box.querySelector('.place').textContent = sequence ? `${grouped(at + 1)} of ${grouped(sequence.length)}` : '';
  box.querySelector('.links').replaceChildren(...[
    day.f && make('a', { href: file(day), target: '_blank', rel: 'noreferrer' }, day.k === 'h' ? 'Watch it' : 'The file itself'),
    /^https?:/i.test(day.p ?? '') && make('a', { href: day.p, target: '_blank', rel: 'noreferrer' }, 'NASA’s page'),
    make('a', { href: story(id) }, longDate(id, months)),
  ].filter(Boolean));
  keep(day);
  box.querySelector('aside').scrollTop = box.scrollTop = 0;
  document.title = `${day.t} · Astronomy Picture of the Day`;
  if (!box.open) box.showModal();
  const [older, newer] = await Promise.all([beside(-1), beside(1)]);
  if (turn !== opening) return;
  box.querySelector('.older').disabled = !older;
  box.querySelector('.newer').disabled = !newer;
  // A neighbour's picture is asked for in advance: turning to it then takes no time.
  if (newer ?? older) new Image().src = large(older ?? newer) ?? '';
}

// A day that is not known here, or whose year's script did not come, may be told of in its month's page.
function openMonth(id) {
  const [year, month] = [id.slice(0, 4), id.slice(0, 7)];
  const isThere = years.get(year)?.days.some(day => day.d.startsWith(month)) ?? about.years.some(([other]) => other === year);
  if (isThere) location.replace(story(id));
}

// How the favorite mark explains itself.
function keep(day) {
  const albums = (day.l ?? []).filter(Boolean), command = `apod-mirror favorites ${day.l ? 'remove' : 'add'} ${day.d}`;
  const code = make('code', {}, command), copy = make('button', { type: 'button', class: 'pill' }, 'Copy');
  copy.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(command);
    } catch {
      getSelection().selectAllChildren(code);
      document.execCommand('copy');
    }
    copy.textContent = 'Copied';
    setTimeout(() => { copy.textContent = 'Copy'; }, 2000);
  });
  box.querySelector('.keep').replaceChildren(...(day.l
    ? [make('b', {}, '★ A favorite'), albums.length ? ` in ${list.format(albums)}` : '', '. To let it go, delete its link in favorites/, or:']
    : [make('b', {}, '☆ A favorite?'), ' Drop this picture into favorites/, or:']), code, copy);
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
onPicture(box.querySelector('.stage'), () => box.classList.toggle('bare'));
function clearBox() {
  opening++;
  box.querySelector('.stage').replaceChildren();
  box.classList.remove('bare');
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
  if (!touch || visualViewport?.scale > 1.05) return;
  const x = event.changedTouches[0].clientX - touch.clientX, y = event.changedTouches[0].clientY - touch.clientY;
  touch = undefined;
  // A picture pushed to the right uncovers the one on its left.
  if (Math.abs(x) > 50 && Math.abs(x) > 1.5 * Math.abs(y)) move(x > 0 ? -1 : 1);
}, { passive: true });
