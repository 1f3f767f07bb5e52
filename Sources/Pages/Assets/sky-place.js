// Where an object is in the sky, in words and on a small map.

// Right ascension and declination of the equinox J2000, given in ten-thousandths of a degree: RA 05h 35m 17s, Dec −05° 23′ 28″.
function placeText([ascension, declination]) {
  const two = number => String(number).padStart(2, '0');
  const parts = seconds => [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two);
  const [h, m, s] = parts(Math.round(ascension * 240 / 1e4) % 86400), arc = Math.round(declination * 3600 / 1e4);
  const [d, dm, ds] = parts(Math.abs(arc));
  return `RA ${h}h ${m}m ${s}s, Dec ${arc < 0 ? '−' : '+'}${d}° ${dm}′ ${ds}″`;
}

// The place on a map in Hammer's projection, 1414.2 wide, with 3 hours of right ascension in the middle, given in degrees.
function onSky(ascension, declination) {
  const turn = Math.PI / 180, from = ((ascension - 45) % 360 + 540) % 360 - 180;
  const half = from / 2 * turn, height = declination * turn;
  const scale = 707.1 / Math.sqrt(1 + Math.cos(height) * Math.cos(half));
  return [-scale * Math.cos(height) * Math.sin(half), -scale / 2 * Math.sin(height)];
}
