// Thirty years in a line, and the days of one of them below: pressed in the upper one, moved to a day in the lower one and let
// go, any day is reached with one drag. Both are sliders for the keyboard, where Enter opens the day.
const line = $('.timeline');
let spanYears = [], pointedYear, pointedDay, dragging, isHovered = false, isDeveloping = false, finger;

function slider(name, label) {
  const mark = make('i'), element = make('div', { class: name, role: 'slider', tabindex: 0, 'aria-label': label }, mark);
  element.mark = mark;
  return element;
}
// The pointed day's picture, above the lines and beside the finger.
const glance = make('div', { class: 'glance', 'aria-hidden': 'true', hidden: true }, make('span', { class: 'pic' }), make('b'));
const yearLine = slider('span', 'Year'), dayLine = slider('days', 'Day'), reading = make('p', { class: 'reading', 'aria-hidden': 'true' });

const dayOfYear = id => Math.round((Date.parse(id) - Date.parse(`${id.slice(0, 4)}-01-01`)) / 864e5);
const lengthOf = year => dayOfYear(`${year}-12-31`) + 1;
const percent = part => `${(100 * part).toFixed(3)}%`;

function at(element, event) {
  const { left, width } = element.getBoundingClientRect();
  return Math.min(1, Math.max(0, (event.clientX - left) / width));
}

function drawYear(year) {
  pointedYear = year;
  pointedDay = undefined;
  yearLine.mark.style.insetInlineStart = percent((spanYears.indexOf(year) + .5) / spanYears.length);
  yearLine.setAttribute('aria-valuenow', year);
  const favorites = starsOf(year);
  yearLine.setAttribute('aria-valuetext', favorites ? `${year}, ${many(favorites, 'favorite')}` : year);
  reading.textContent = year;
  for (const [name, value] of [['now', 1], ['max', lengthOf(year)], ['text', year]]) dayLine.setAttribute(`aria-value${name}`, value);
  dayLine.mark.hidden = glance.hidden = true;
  dayLine.replaceChildren(dayLine.mark, glance);
  monthNames.forEach((name, i) => tick(dayLine, 'month', dayOfYear(`${year}-${two(i + 1)}-01`) / lengthOf(year), name[0].toUpperCase()));
}

function tick(element, name, part, ...words) {
  const tick = make('span', { class: name }, ...words);
  tick.style.insetInlineStart = percent(part);
  element.append(tick);
}

// Its days come with its script, which is not read before somebody asks for them.
async function pointYear(year) {
  if (pointedYear === year && pointedDay) return;
  drawYear(year);
  const { days } = await load(year);
  if (pointedYear !== year || pointedDay || !days.length) return;
  drawStars();
  pointDay(days[0]);
}

function drawStars() {
  for (const day of years.get(pointedYear).days) if (isStar(day)) tick(dayLine, 'starred', (dayOfYear(day.d) + .5) / lengthOf(pointedYear));
}

// Other favorites, and the same day under the finger.
function redrawYears() {
  const [year, day] = [pointedYear, pointedDay];
  drawYears();
  if (!day || pointedYear !== year || !years.has(year)) return;
  drawStars();
  pointDay(day);
}

function pointDay(day) {
  pointedDay = day;
  dayLine.mark.hidden = false;
  dayLine.mark.style.insetInlineStart = percent((dayOfYear(day.d) + .5) / lengthOf(pointedYear));
  dayLine.setAttribute('aria-valuenow', dayOfYear(day.d) + 1);
  dayLine.setAttribute('aria-valuetext', `${longDate(day.d, short)}: ${day.t}`);
  reading.replaceChildren(longDate(day.d, short), ' · ', make('bdi', {}, day.t));
  glanceAt();
}

// Shown while a finger, a pointer or the keyboard is at the lines.
function glanceAt() {
  const day = pointedDay;
  glance.hidden = !day || !dragging && !isHovered && !line.querySelector(':focus-visible');
  if (glance.hidden) return;
  glance.style.setProperty('--at', percent(dragging === 'years' ? finger : (dayOfYear(day.d) + .5) / lengthOf(pointedYear)));
  if (glance.day === day) return;
  glance.day = day;
  glance.lastChild.replaceChildren(`${longDate(day.d, short)}: `, make('bdi', {}, day.t));
  glance.classList.add('late');
  develop();
}

// One thumbnail at a time: of the days that a quick drag passes over, only as many are loaded as can be seen.
async function develop() {
  if (isDeveloping) return;
  isDeveloping = true;
  const place = glance.firstChild;
  for (let done; done !== glance.day;) {
    done = glance.day;
    const address = done.k !== 'n' && renditions(done)[0]?.[0], image = address && make('img', { alt: '', src: address });
    const isThere = image && await image.decode().then(() => true, () => false);
    place.className = done.k === 'v' || done.k === 'h' ? 'pic play' : 'pic';
    place.replaceChildren(...(isThere ? [image] : []));
  }
  glance.classList.remove('late');
  isDeveloping = false;
}

// The day that is there and nearest to a part of the year.
function dayAt(part) {
  const wish = part * lengthOf(pointedYear) - .5, days = years.get(pointedYear)?.days ?? [];
  return days.reduce((best, day) => !best || Math.abs(dayOfYear(day.d) - wish) < Math.abs(dayOfYear(best.d) - wish) ? day : best, undefined);
}

function follow(event) {
  const isBelow = yearLine.hidden || event.clientY > yearLine.getBoundingClientRect().bottom;
  if (dragging === 'days' || isBelow && years.has(pointedYear)) {
    dragging = 'days';
    const day = dayAt(at(dayLine, event));
    if (day) pointDay(day);
  } else {
    finger = at(yearLine, event);
    pointYear(spanYears[Math.min(spanYears.length - 1, Math.floor(finger * spanYears.length))]);
    glanceAt();
  }
}

function stepDay(step) {
  const { days } = years.get(pointedYear) ?? { days: [] }, place = days.findIndex(day => day.d === pointedDay?.d);
  const day = days[Math.min(days.length - 1, Math.max(0, place - step))];
  if (day) pointDay(day);
}

function toTimeline() {
  if (!line || !found.hidden) return;
  line.scrollIntoView({ block: 'nearest' });
  (yearLine.hidden ? dayLine : yearLine).focus();
}

// All years that there are, also when another comes or one goes while the page is open.
function drawYears() {
  spanYears = about.years.map(([year]) => year).sort();
  // The line of years is for choosing one: a mirror of a single year does without.
  yearLine.hidden = spanYears.length < 2;
  yearLine.setAttribute('aria-valuemin', spanYears[0]);
  yearLine.setAttribute('aria-valuemax', spanYears.at(-1));
  yearLine.replaceChildren(yearLine.mark);
  spanYears.forEach((year, i) => {
    tick(yearLine, starsOf(year) ? 'year starred' : 'year', (i + .5) / spanYears.length, Number(year) % 5 && spanYears.length > 9 ? '' : year);
  });
  drawYear(spanYears.includes(pointedYear) ? pointedYear : spanYears.at(-1));
}

if (line && about.years.length) {
  dayLine.setAttribute('aria-valuemin', 1);
  line.append(yearLine, dayLine, reading);
  line.hidden = false;
  drawYears();
  for (const name of ['pointerenter', 'focusin']) line.addEventListener(name, () => { pointYear(pointedYear); glanceAt(); });
  line.addEventListener('focusout', () => setTimeout(glanceAt));
  for (const element of [yearLine, dayLine]) {
    element.addEventListener('pointerdown', event => {
      if (event.button) return;
      dragging = element === dayLine ? 'days' : 'years';
      element.setPointerCapture(event.pointerId);
      element.focus({ preventScroll: true });
      follow(event);
    });
    // A mouse above the days shows them without being pressed; the years are not read for a look.
    element.addEventListener('pointermove', event => {
      isHovered = event.pointerType === 'mouse' && element === dayLine;
      const day = isHovered && !dragging && dayAt(at(dayLine, event));
      if (dragging) follow(event);
      else if (day) pointDay(day);
    });
    element.addEventListener('pointerleave', () => { isHovered = false; glanceAt(); });
    element.addEventListener('pointerup', () => {
      const isDay = dragging === 'days';
      dragging = undefined;
      glanceAt();
      if (isDay && pointedDay) go(pointedDay.d);
    });
    element.addEventListener('pointercancel', () => { dragging = undefined; glanceAt(); });
  }
  yearLine.addEventListener('keydown', event => {
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -5, PageUp: 5, Home: -Infinity, End: Infinity }[event.key];
    if (step) pointYear(spanYears[Math.min(spanYears.length - 1, Math.max(0, spanYears.indexOf(pointedYear) + step))]);
    else if (event.key === 'Enter') dayLine.focus();
    else return;
    event.preventDefault();
  });
  dayLine.addEventListener('keydown', event => {
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -30, PageUp: 30, Home: -Infinity, End: Infinity }[event.key];
    if (step) stepDay(step);
    else if (event.key === 'Enter' && pointedDay) go(pointedDay.d);
    else return;
    event.preventDefault();
  });
}
