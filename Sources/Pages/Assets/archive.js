// The data of the days. Each year's is a script of its own, asked for when it is needed, and so is that of the
// favorites: a page that was opened from a folder may read nothing else.
const about = JSON.parse(document.getElementById('about').textContent);
const years = new Map(), coming = new Map();

function apodYear(year, days) { years.set(year, { year, days }); }

// Reads a script; `anew`, where the browser may have read it before.
function fetchScript(address, anew) {
  return new Promise(done => {
    const script = make('script', { src: anew ? `${address}?${Date.now()}` : address });
    script.onload = script.onerror = () => { script.remove(); done(); };
    document.head.append(script);
  });
}

function load(year, anew) {
  if (!anew && (years.has(year) || coming.has(year))) return coming.get(year) ?? Promise.resolve(years.get(year));
  const arrival = fetchScript(`${year}/gallery.js`, anew).then(() => {
    coming.delete(year);
    return years.get(year) ?? { year, days: [] };
  });
  coming.set(year, arrival);
  return arrival;
}

const isYear = id => about.years.some(([year]) => year === id.slice(0, 4));
async function find(id) { return isYear(id) ? (await load(id.slice(0, 4))).days.find(day => day.d === id) : undefined; }

// The day before (-1) or after (1), into other years where one ends.
async function neighbour(id, step) {
  const { days } = await load(id.slice(0, 4)), place = days.findIndex(day => day.d === id);
  if (days[place - step]) return days[place - step];
  for (let i = about.years.findIndex(([year]) => year === id.slice(0, 4)) - step; about.years[i]; i -= step) {
    const beyond = (await load(about.years[i][0])).days;
    if (beyond.length) return beyond[step > 0 ? beyond.length - 1 : 0];
  }
}

async function anyDay() {
  let n = Math.random() * about.years.reduce((sum, [, count]) => sum + count, 0);
  const [year] = about.years.find(([, count]) => (n -= count) < 0) ?? about.years[0] ?? [];
  const days = year ? (await load(year)).days.filter(day => day.k !== 'n') : [];
  return days[Math.floor(Math.random() * days.length)];
}

// A search's words and phrases, and the names with a number among them, such as NGC 224, by which NGC 2244 is not meant.
function sought(text) {
  const folded = fold(text), phrases = [...folded.matchAll(/"([^"]+)"/g)].map(([, phrase]) => phrase.trim().replace(/\s+/g, ' '));
  const words = [...phrases, ...folded.replace(/"[^"]*"/g, ' ').split(/[\s"]+/)].filter(Boolean);
  if (!words.length && folded.trim()) words.push(folded.trim());
  const numbered = folded.matchAll(/(?:^|[^a-z\d])([a-z]+)[ -]?(\d+)(?![a-z\d])/g);
  return { words, names: [...numbered].map(([, name, number]) => new RegExp(`(?:^|[^a-z\\d])${name}[ -]?${number}(?!\\d)`)) };
}

// One string per year, all its titles and explanations: looking through one long string is what browsers are fast at.
function haystack(year) {
  if (year.hay === undefined) {
    year.starts = [];
    year.stories = [];
    let length = 0;
    year.hay = year.days.map(day => {
      // What it names is found by its other names, too.
      const title = fold(day.t), names = (day.o ?? []).map(name => `\n${name} ${about.names[name] ?? ''}`).join('');
      const text = `${title}\n${fold((day.x ?? '') + names)}\0`;
      year.starts.push(length);
      year.stories.push(length + title.length);
      length += text.length;
      return text;
    }).join('');
    year.starts.push(length);
  }
  return year.hay;
}

// Puts the days of a year that hold all words into ranks: those with the names as they are meant in their title come first, then
// those with these in their text, then those with the words in their title, then the others.
function matches(year, { words, names }, ranks) {
  if (!words.length) return void ranks[0].push(...year.days);
  const hay = haystack(year), { starts, stories } = year, rarest = words.reduce((one, word) => word.length > one.length ? word : one);
  let i = 0;
  for (let at = hay.indexOf(rarest); at >= 0; at = hay.indexOf(rarest, starts[i + 1])) {
    while (starts[i + 1] <= at) i++;
    let isInTitle = at < stories[i], isNamed = true;
    if (words.length > 1 || names.length) {
      const text = hay.slice(starts[i], starts[i + 1]);
      if (!words.every(word => text.includes(word))) continue;
      const title = text.slice(0, stories[i] - starts[i]);
      isInTitle &&= words.every(word => title.includes(word));
      isNamed = names.every(name => name.test(text));
      if (isNamed) isInTitle &&= names.every(name => name.test(title));
    }
    ranks[(isNamed ? 0 : 2) + (isInTitle ? 0 : 1)].push(year.days[i]);
  }
}
