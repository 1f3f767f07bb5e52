// In the light-box: where the object is that the picture is of, on a small map of the whole sky.

// A great circle by its points, from 0 to 360 degrees; a line that leaves the map at one side begins again at the other.
function circle(point) {
  let path = '', last;
  for (let angle = 0; angle <= 360; angle += 5) {
    const [x, y] = onSky(...point(angle * Math.PI / 180));
    path += `${last !== undefined && Math.abs(x - last) < 500 ? 'L' : 'M'}${x.toFixed(0)} ${y.toFixed(0)}`;
    last = x;
  }
  return path;
}
const degrees = angle => angle * 180 / Math.PI;
// The plane of the Galaxy, and the ecliptic, in equatorial degrees of J2000.
const galaxy = angle => [192.859 + degrees(Math.atan2(Math.sin(angle), -.45598 * Math.cos(angle))), degrees(Math.asin(.88999 * Math.cos(angle)))];
const ecliptic = angle => [degrees(Math.atan2(Math.sin(angle) * .91748, Math.cos(angle))), degrees(Math.asin(Math.sin(angle) * .39777))];

let heaven;
function smallMap([ascension, declination]) {
  const shape = (name, attributes) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  heaven ??= [['way', circle(galaxy)], ['sun', circle(ecliptic)]];
  const [x, y] = onSky(ascension / 1e4, declination / 1e4);
  const map = shape('svg', { viewBox: '-720 -366 1440 732', 'aria-hidden': 'true' });
  map.append(shape('ellipse', { rx: 707.1, ry: 353.6 }), ...heaven.map(([name, d]) => shape('path', { class: name, d })),
    shape('circle', { cx: x.toFixed(1), cy: y.toFixed(1), r: 34 }));
  return map;
}

function whereabouts(day) {
  const part = box.querySelector('.where');
  part.hidden = !day.b;
  part.replaceChildren();
  if (!day.b) return;
  const [name, position, constellation] = day.b, at = make('span', { class: 'at' }, placeText(position));
  part.append(
    make('a', { href: `sky.html#${encodeURIComponent(name.replace(/ /g, '-'))}`, 'aria-label': `${name} on the map of the sky`, title: 'On the map of the sky' }, smallMap(position)),
    make('p', {}, `${name}, in ${constellation}`, make('br'), at, ' ', copier('Copy', () => placeText(position), at)));
}
