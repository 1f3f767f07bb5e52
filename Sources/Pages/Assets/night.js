// On this night: the favorites whose objects are above the horizon at midnight, at a place and on a date that are typed.

// The mean sidereal time in Greenwich, in degrees, at a moment given in milliseconds since 1970 (Meeus, Astronomical
// Algorithms, 12.4).
function siderealTime(moment) {
  const days = moment / 864e5 - 10957.5, centuries = days / 36525;
  const angle = 280.46061837 + 360.98564736629 * days + .000387933 * centuries ** 2 - centuries ** 3 / 38710000;
  return (angle % 360 + 360) % 360;
}

// How high an object stands, in degrees (13.6). Longitudes are east of Greenwich.
function altitude(moment, latitude, longitude, ascension, declination) {
  const turn = Math.PI / 180, hourAngle = (siderealTime(moment) + longitude - ascension) * turn;
  return Math.asin(Math.sin(latitude * turn) * Math.sin(declination * turn)
    + Math.cos(latitude * turn) * Math.cos(declination * turn) * Math.cos(hourAngle)) / turn;
}

// Midnight at the end of a date, by the mean Sun: clocks and their zones need not be known.
const midnight = (date, longitude) => Date.parse(`${date}T00:00Z`) + 864e5 * (1 - longitude / 360);

// `52.5,13.4,2026-11-20`; undefined for what is no place and date.
function placeAndNight(text) {
  const [, latitude, longitude, date] = text?.match(/^(-?[\d.]+),(-?[\d.]+),(\d{4}-\d\d-\d\d)$/) ?? [];
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) || Number.isNaN(Date.parse(date))) return undefined;
  return { latitude: +latitude, longitude: +longitude, date };
}

const nights = new Map();
tests.night = (day, text) => {
  if (!isStar(day) || !day.b) return false;
  if (!nights.has(text)) nights.set(text, placeAndNight(text));
  const night = nights.get(text), [, [ascension, declination]] = day.b;
  return !!night && altitude(midnight(night.date, night.longitude), night.latitude, night.longitude, ascension / 1e4, declination / 1e4) > 0;
};

const degreesOf = (label, name, most) => make('label', {}, label, ' ', make('input', { type: 'number', name, min: -most, max: most, step: 'any', required: true, autocomplete: 'off' }));
const night = make('details', { class: 'night' }, make('summary', {}, 'On this night'), make('form', {},
  degreesOf('Latitude', 'latitude', 90), degreesOf('Longitude, east positive', 'longitude', 180),
  make('label', {}, 'Date ', make('input', { type: 'date', name: 'date', required: true })),
  make('button', { type: 'submit', class: 'pill' }, 'Show'), make('button', { type: 'reset', class: 'link' }, 'Any night'),
  make('p', { class: 'quiet' }, 'Favorites whose object is above the horizon at midnight, when the Sun is lowest. The place stays in this page’s address.')));
const typed = night.querySelector('form').elements;
night.hidden = true;
$('#found .chips').after(night);

night.querySelector('form').addEventListener('submit', event => {
  event.preventDefault();
  want({ is: 'favorites', night: [+typed.latitude.value, +typed.longitude.value, typed.date.value].join(',') });
});
night.querySelector('form').addEventListener('reset', () => want({ night: undefined }, 'find?'));

// The fields show the place and date that the address asks for.
function recallNight() {
  const asked = placeAndNight(new URLSearchParams(location.hash.replace('#find?', '')).get('night'));
  if (asked) night.open = true;
  const now = new Date(), today = new Date(now - now.getTimezoneOffset() * 6e4).toISOString().slice(0, 10);
  for (const name of ['latitude', 'longitude']) if (asked) typed[name].value = asked[name];
  if (asked || !typed.date.value) typed.date.value = asked?.date ?? today;
}
addEventListener('popstate', recallNight);
recallNight();
