// A page that came over the network can be put on a phone's home screen. Its manifest is made here, and no file: from its folder a
// page may read none, and another web server may not have one. Addresses in it are whole ones, since nothing is relative to a
// `data:` address.
function drawIcon() {
  const size = 512, canvas = make('canvas', { width: size, height: size }), context = canvas.getContext('2d');
  const fill = (color, draw) => { context.fillStyle = color; draw(); };
  const disk = (x, y, radius) => () => { context.beginPath(); context.arc(x * size, y * size, radius * size, 0, 7); context.fill(); };
  fill('#0a0d14', () => context.fillRect(0, 0, size, size));
  fill('#f0c869', disk(.5, .5, .3));
  fill('#0a0d14', disk(.62, .44, .24));
  return { src: canvas.toDataURL(), sizes: `${size}x${size}`, type: 'image/png' };
}

if (/^https?:$/.test(location.protocol)) {
  addEventListener('load', () => {
    const manifest = {
      name: 'Astronomy Picture of the Day', short_name: 'APOD', start_url: new URL('index.html', location).href,
      scope: new URL('.', location).href, display: 'standalone', background_color: '#000000', theme_color: '#000000', icons: [drawIcon()],
    };
    document.head.append(make('link', { rel: 'manifest', href: `data:application/manifest+json,${encodeURIComponent(JSON.stringify(manifest))}` }));
  });
}
