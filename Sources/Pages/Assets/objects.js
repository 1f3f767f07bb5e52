'use strict';
// The page is complete without this: it opens the thing that its address names, and draws the sky where no picture comes.
addEventListener('error', event => { if (event.target.tagName === 'IMG') event.target.remove(); }, true);
for (const image of document.images) if (image.complete && !image.naturalWidth) image.remove();

function openNamed() {
  const named = document.getElementById(location.hash.slice(1)) ?? document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const details = named?.querySelector('details');
  if (!details) return;
  details.open = true;
  named.scrollIntoView();
}
addEventListener('hashchange', openNamed);
openNamed();
