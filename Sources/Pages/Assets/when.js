// Dates as people type them, and the day that is nearest to one.
const monthNames = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
const two = n => String(n).padStart(2, '0');

// What days a text means, as the beginning or the end of their names (`2001-07-12`, `2001-07`, `-07-12`), or nothing. Years
// alone and months alone are words.
function meant(text) {
  const iso = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?$/.exec(text.trim());
  let [year, month, day] = iso ? iso.slice(1) : [];
  if (!iso) {
    const words = text.trim().toLowerCase().split(/[\s,.]+/).filter(word => word && word !== 'of');
    if (words.length < 2 || words.length > 3) return undefined;
    for (const word of words) {
      const place = word.length > 2 ? monthNames.findIndex(name => name.startsWith(word)) : -1, number = /^(\d+)(?:st|nd|rd|th)?$/.exec(word)?.[1];
      if (place >= 0 && !month) month = place + 1;
      else if (/^\d{4}$/.test(word) && !year) year = word;
      else if (number && number.length < 3 && !day) day = number;
      else return undefined;
    }
  }
  if (!month || month < 1 || month > 12 || day !== undefined && (day < 1 || day > 31)) return undefined;
  return `${year ?? ''}-${two(month)}${day ? `-${two(day)}` : ''}`;
}
const isMeant = (id, date) => date[0] === '-' ? id.endsWith(date) && date.length === 6 : id.startsWith(date);

const apart = (one, other) => Math.abs(Date.parse(one) - Date.parse(other));

// Its year is asked, and those before and after it that have days.
async function nearest(id) {
  const year = id.slice(0, 4), all = about.years.map(([other]) => other).sort();
  const around = [all.filter(other => other < year).at(-1), year, all.find(other => other > year)].filter(other => all.includes(other));
  const days = (await Promise.all(around.map(other => load(other)))).flatMap(({ days }) => days);
  return days.reduce((best, day) => !best || apart(day.d, id) < apart(best.d, id) ? day : best, undefined);
}

// One line above the page, until it is closed or another day is opened.
const notice = $('.notice');
function notify(...words) {
  notice.replaceChildren(...words);
  notice.hidden = !words.length;
}
