// How a day is drawn. Texts only ever become text: whatever a title holds, it is shown and does nothing.
function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === true) element.setAttribute(key, '');
    else if (value !== undefined && value !== false && value !== null) element.setAttribute(key, value);
  }
  element.append(...children.filter(child => child || child === 0));
  return element;
}
const $ = selector => document.querySelector(selector);
const list = new Intl.ListFormat('en'), numbers = new Intl.NumberFormat('en');
const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });
const short = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const months = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', timeZone: 'UTC' });
const grouped = n => numbers.format(n);
const many = (n, what) => `${grouped(n)} ${what}${n === 1 ? '' : 's'}`;
const longDate = (id, format = dates) => format.format(new Date(`${id}T12:00Z`));
const credit = day => !day.c ? (day.r ? `Copyright: ${day.r}` : '')
  : day.r === day.c ? `Credit & Copyright: ${day.c}` : `Credit: ${day.c}${day.r ? ` · Copyright: ${day.r}` : ''}`;

const folder = id => `${id.slice(0, 4)}/${id.slice(0, 7)}`;
const story = id => `${folder(id)}/index.html#${id}`;
const file = day => day.f ? `${folder(day.d)}/${encodeURIComponent(day.f)}` : undefined;
const thumbnail = (day, size) => `.apod-mirror/thumbnails/${day.d.slice(0, 4)}/${day.d}.${size}.jpg`;
const picture = day => day.k === 'i' && !day.u ? file(day) : undefined;
const small = day => day.s & 1 ? thumbnail(day, 320) : day.s & 2 ? thumbnail(day, 960) : picture(day);
const large = day => day.s & 2 ? thumbnail(day, 960) : picture(day) ?? (day.s & 1 ? thumbnail(day, 320) : undefined);
const words = { v: 'Video', h: 'Video', n: 'Not here yet' };

function card(day, title, hit) {
  const image = day.k !== 'n' && small(day);
  return make('li', {}, make('a', { href: file(day) ?? story(day.d), 'data-day': day.d },
    make('span', { class: day.k === 'v' || day.k === 'h' ? 'pic play' : 'pic' },
      image && make('img', { src: image, alt: day.a ?? '', loading: 'lazy', decoding: 'async' }),
      day.k === 'n' && make('span', { class: 'why', dir: 'auto' }, day.w)),
    words[day.k] && make('span', { class: 'unseen' }, `${words[day.k]}: `),
    make('span', { class: day.l ? 'title star' : 'title', dir: 'auto' }, ...(title ?? [day.t])),
    day.l && make('span', { class: 'unseen' }, ', a favorite'),
    make('time', { datetime: day.d }, longDate(day.d, short)),
    hit && make('span', { class: 'hit', dir: 'auto' }, ...hit)));
}

// The day as large as the window allows: what is at hand at once, the original as soon as it is there.
function fill(stage, day) {
  const alt = day.a ?? day.t, size = day.z ?? [], first = large(day);
  if (day.k === 'v') {
    stage.replaceChildren(make('video', { controls: true, preload: 'none', src: file(day), poster: first, 'aria-label': day.t }));
  } else if (day.k === 'i' && first) {
    const image = make('img', { src: first, alt, width: size[0], height: size[1] });
    stage.replaceChildren(make('a', { class: 'whole', href: file(day) }, image));
    sharpen(image, picture(day));
  } else {
    const link = day.f && { href: file(day), target: '_blank', rel: 'noreferrer' };
    stage.replaceChildren(make(link ? 'a' : 'div', { class: day.k === 'h' ? 'pic play' : 'pic', ...link },
      first && make('img', { src: first, alt }),
      make('span', { class: 'words', dir: 'auto' }, day.k === 'h' ? 'Watch it' : day.k === 'n' ? day.w : 'Open the picture')));
  }
}

// A link that is clicked without more says what it does here; otherwise it goes its browser's way.
const isPlain = event => !event.ctrlKey && !event.metaKey && !event.shiftKey;
function onPicture(stage, act) {
  stage.addEventListener('click', event => {
    if (!event.target.closest('.whole') || !isPlain(event)) return;
    event.preventDefault();
    act();
  });
}

function sharpen(image, address) {
  if (!address || image.getAttribute('src') === address) return;
  const full = new Image();
  full.src = address;
  full.decode().then(() => {
    if (!image.isConnected) return;
    for (const name of ['alt', 'width', 'height', 'class']) {
      if (image.hasAttribute(name)) full.setAttribute(name, image.getAttribute(name));
    }
    image.replaceWith(full);
  }, () => {});
}

// Web servers may refuse dot-folders: a thumbnail that does not come is replaced by its picture, or by the drawn sky.
async function mend(image) {
  const [, id] = /thumbnails\/\d{4}\/(\d{4}-\d\d-\d\d)\.\d+\.jpg$/.exec(image.src) ?? [];
  const day = id && await find(id), address = day && picture(day);
  if (address) image.src = address;
  else image.remove();
}
addEventListener('error', event => { if (event.target.tagName === 'IMG') mend(event.target); }, true);
for (const image of document.images) if (image.complete && !image.naturalWidth) mend(image);
