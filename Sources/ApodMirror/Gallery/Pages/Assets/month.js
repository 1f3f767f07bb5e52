'use strict';
// The page is complete without this: it only puts the picture where a thumbnail does not come.
function mend(image) {
  const address = image.dataset.full;
  if (!address) return image.remove();
  delete image.dataset.full;
  image.removeAttribute('srcset');
  image.src = address;
}
addEventListener('error', event => { if (event.target.tagName === 'IMG') mend(event.target); }, true);
for (const image of document.images) if (image.complete && !image.naturalWidth) mend(image);
