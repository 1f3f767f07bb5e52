// The first screen: one day, and the way to its neighbours. Before there is a picture it has neither.
const today = $('article.today');
let shown = today?.dataset.day;

async function turn(step) {
  const day = shown && await neighbour(shown, step);
  if (!day) return;
  shown = day.d;
  today.ariaLabel = shown === today.dataset.day ? 'The newest picture' : `The picture of ${longDate(shown)}`;
  fill($('.today .stage'), day);
  $('.today h1').textContent = day.t;
  $('.today .when time').textContent = longDate(day.d);
  $('.today .when time').dateTime = day.d;
  $('.today .by').textContent = credit(day);
  $('.tale p').replaceChildren(...told(day));
  const [older, newer] = await Promise.all([neighbour(shown, -1), neighbour(shown, 1)]);
  $('.today .older').ariaDisabled = String(!older);
  $('.today .newer').ariaDisabled = String(!newer);
  clip();
}

// "more" only where there is more.
function clip() {
  const tale = $('.tale');
  tale.querySelector('.more').hidden = !tale.classList.contains('open')
    && tale.firstElementChild.scrollHeight <= tale.firstElementChild.clientHeight + 2;
}

if (today) {
  today.querySelector('h1').ariaLive = 'polite';
  for (const [name, step] of [['older', -1], ['newer', 1]]) {
    today.querySelector(`.${name}`).addEventListener('click', event => { event.preventDefault(); turn(step); });
  }
  const image = today.querySelector('.stage img');
  // The original waits until all else is there: what is at hand shows first.
  if (image) addEventListener('load', () => sharpen(image, image.dataset.full));
  onPicture($('.stage'), () => go(shown));
  const more = make('button', { class: 'more', type: 'button', 'aria-expanded': 'false' }, 'more');
  today.querySelector('.more').replaceWith(more);
  more.addEventListener('click', () => {
    const open = today.querySelector('.tale').classList.toggle('open');
    more.textContent = open ? 'less' : 'more';
    more.ariaExpanded = String(open);
  });
  clip();
  addEventListener('resize', clip);
}

const band = $('.band');
if (band) {
  const age = Math.floor((Date.now() - new Date().getTimezoneOffset() * 6e4) / 864e5) - Date.parse(band.dataset.day) / 864e5;
  band.hidden = !(age > 3);
}
