// How a day is drawn. Texts only ever become text: whatever a title holds, it is shown and does nothing.
const credit = day => !day.c ? (day.r ? `Copyright: ${day.r}` : '')
  : day.r === day.c ? `Credit & Copyright: ${day.c}` : `Credit: ${day.c}${day.r ? ` · Copyright: ${day.r}` : ''}`;

// The picture's use as its credit tells it, and the words that decided.
const uses = { nasa: 'NASA’s own', cc: 'Creative Commons, as said in the credit', copyright: '© somebody: ask', 'not-said': 'not said' };
const useOf = day => ({ n: 'nasa', c: 'cc', r: 'copyright' })[day.g?.[0]] ?? (day.r ? 'copyright' : 'not-said');

function mayBeUsed(day) {
  const use = useOf(day), [, words, name, address] = day.g ?? [];
  const decided = words || (use === 'copyright' ? day.r : day.c ?? day.r);
  const license = name && (/^https:/.test(address ?? '') ? make('a', { href: address, target: '_blank', rel: 'noreferrer' }, name) : name);
  return [make('b', {}, 'May I use it?'), ` ${uses[use]}`, license && ': ', license,
    decided && (use === 'copyright' ? ' ' : license ? ', ' : ': '), decided && make('bdi', {}, `“${decided}”`)].filter(Boolean);
}

const folder = id => `${id.slice(0, 4)}/${id.slice(0, 7)}`;
const story = id => `${folder(id)}/index.html#${id}`;
const file = day => day.f ? `${folder(day.d)}/${encodeURIComponent(day.f)}` : undefined;
const thumbnail = (day, size) => `.apod-mirror/thumbnails/${day.d.slice(0, 4)}/${day.d}.${size}.jpg`;
const picture = day => day.k === 'i' && !day.u ? file(day) : undefined;
// The sizes that are there, as their bits say; a heavy picture has the larger ones.
const sizes = [[1, 320], [4, 640], [2, 960], [8, 2048], [16, 3840]];
const renditions = day => sizes.filter(([bit]) => day.s & bit).map(([, size]) => [thumbnail(day, size), Math.min(size, day.z?.[0] ?? size)]);
const isHeavy = day => !!(day.s & 2);
const small = day => renditions(day)[0]?.[0] ?? picture(day);
const large = day => isHeavy(day) ? thumbnail(day, 960) : picture(day) ?? renditions(day).at(-1)?.[0];

// What a browser may choose from for a picture that is so many pixels wide on the page: never a heavy original.
function choices(day, among) {
  const whole = !isHeavy(day) && picture(day) && day.z ? [[picture(day), day.z[0]]] : [];
  const some = [...renditions(day), ...whole].filter(([, width]) => among(width));
  return some.length > 1 ? some.map(([address, width]) => `${address} ${width}w`).join() : undefined;
}
const objectPage = name => `objects.html#${name.replace(/ /g, '-')}`;
const words = { v: 'Video', h: 'Video', n: 'Not here yet' };

// The link holds no text but the title: of its text, browsers make the name that they offer where it is dragged to.
function card(day, title, hit, isDated) {
  const image = day.k !== 'n' && small(day), kind = words[day.k];
  return make('li', {}, make('a', { href: file(day) ?? story(day.d), 'data-day': day.d },
    make('span', { class: day.k === 'v' || day.k === 'h' ? 'pic play' : 'pic' },
      image && make('img', { src: image, srcset: choices(day, width => width <= 640), sizes: 'max(15rem, 13vw)', alt: day.a ?? '', loading: 'lazy', decoding: 'async' }),
      day.k === 'n' && make('span', { class: 'why' }, day.w)),
    make('span', { class: isStar(day) ? 'title star' : 'title', dir: 'auto' }, ...(title ?? [day.t]))),
    kind && make('span', { class: 'unseen' }, `${kind}, `), isStar(day) && favored(),
    make('time', { datetime: day.d }, isDated ? make('mark', {}, longDate(day.d, short)) : longDate(day.d, short)),
    hit && make('span', { class: 'hit', dir: 'auto' }, ...hit));
}

// A story with its links: to other days of the mirror, and to pages elsewhere.
function told(day) {
  const nodes = [];
  let at = 0;
  for (const [start, length, to, absent] of day.h ?? []) {
    nodes.push(...signed(day, at, start), ...way(signed(day, start, at = start + length), to, absent));
  }
  return [...nodes, ...signed(day, at)];
}

// A part of the story, with exponents raised and indices lowered: the sign that plain text has for them is left out.
function signed({ x = '', q = [] }, from, to = x.length) {
  const nodes = [];
  for (const [start, length, isRaised] of q) {
    const first = Math.max(from, start), end = Math.min(to, start + length);
    if (first >= end) continue;
    const shown = x.slice(first, end).replace(/^[\^_]/, '');
    nodes.push(x.slice(from, first), shown && make(isRaised ? 'sup' : 'sub', {}, shown));
    from = end;
  }
  return [...nodes, x.slice(from, to)];
}

function way(words, to, absent) {
  if (/^\d{4}-\d\d-\d\d$/.test(to)) return [make('a', { href: story(to), 'data-day': to }, ...words)];
  if (!/^https?:/i.test(to)) return words;
  return [make('a', { class: 'out', href: to, target: '_blank', rel: 'noopener noreferrer',
    title: absent && 'NASA’s page: this mirror does not have that day' }, ...words)];
}

// The day as large as the window allows.
function fill(stage, day) {
  const alt = day.a ?? day.t, [width, height] = day.z ?? [], first = large(day);
  stage.dataset.day = day.d;
  if (day.k === 'v') {
    stage.replaceChildren(make('video', { controls: true, preload: 'none', src: file(day), poster: first, 'aria-label': day.t }));
  } else if (day.k === 'i' && first) {
    const { clientWidth, clientHeight } = stage, image = make('img', {
      // Before its source: browsers begin with what they are told first.
      sizes: width && `${Math.ceil(Math.min(clientWidth || innerWidth, (clientHeight || innerHeight) * width / height))}px`,
      srcset: width && choices(day, width => width > 320), src: first, alt, width, height });
    stage.replaceChildren(make('a', { class: 'whole', href: file(day) }, image));
    // Where the one for whole screens was not made yet.
    if (isHeavy(day) && !(width && day.s & 8)) sharpen(image, picture(day));
  } else {
    const link = day.f && { href: file(day), target: '_blank', rel: 'noreferrer' };
    stage.replaceChildren(make(link ? 'a' : 'div', { class: day.k === 'h' ? 'pic play' : 'pic', ...link },
      day.k !== 'n' && first && make('img', { src: first, alt }),
      day.k === 'n' ? make('div', { class: 'words' }, day.w, make('details', {}, make('summary', {}, 'Details'), make('span', { dir: 'auto' }, day.y)))
        : make('span', { class: 'words' }, day.k === 'h' ? 'Watch it' : 'Open the picture')));
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

// Puts the picture itself in the place of a smaller one, as soon as it is there.
function sharpen(image, address) {
  if (!address || image.src === new URL(address, location).href && !image.srcset) return;
  const full = new Image();
  full.src = address;
  full.decode().then(() => {
    if (!image.isConnected) return;
    for (const name of ['alt', 'width', 'height', 'class']) {
      if (image.hasAttribute(name)) full.setAttribute(name, image.getAttribute(name));
    }
    full.style.cssText = image.style.cssText;
    image.replaceWith(full);
  }, () => lament(image));
}

// A picture that does not come is replaced by what there is of its day: web servers may refuse dot-folders, and a file may
// have been moved away. Where nothing comes the drawn sky shows.
async function mend(image) {
  const id = image.closest('[data-day]')?.dataset.day ?? /\/(\d{4}-\d\d-\d\d)\.\d+\.jpg$/.exec(image.src)?.[1];
  const failed = image.currentSrc || image.src, isFile = !failed.includes('/thumbnails/'), day = id && await find(id);
  if (!image.isConnected) return;
  image.missed = [...image.missed ?? [], failed];
  const ways = day ? [picture(day), ...renditions(day).map(([address]) => address).reverse()] : [];
  const next = ways.find(way => way && !image.missed.includes(new URL(way, location).href));
  if (isFile) lament(image);
  for (const name of ['srcset', 'sizes']) image.removeAttribute(name);
  if (next) image.src = next;
  else image.remove();
}
addEventListener('error', event => { if (event.target.tagName === 'IMG') mend(event.target); }, true);
for (const image of document.images) if (image.complete && !image.naturalWidth) mend(image);

// Says that what is shown is all there is.
function lament(image) {
  const stage = image.closest('.stage');
  if (!stage || stage.querySelector('.lack')) return;
  stage.append(make('p', { class: 'lack', role: 'status' }, 'The picture’s file does not come: it may have been moved or deleted. apod-mirror fetches it again.'));
}
