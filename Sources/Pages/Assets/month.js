'use strict';
// The page is complete without this but for its favorites, which this marks: it puts the picture where a thumbnail does not
// come, and lets titles be dragged.
function mend(image) {
  const address = image.dataset.full;
  if (!address) return image.remove();
  delete image.dataset.full;
  image.removeAttribute('srcset');
  image.src = address;
}
addEventListener('error', event => { if (event.target.tagName === 'IMG') mend(event.target); }, true);
for (const image of document.images) if (image.complete && !image.naturalWidth) mend(image);

// A title's address is its place in this page; dragged, it takes the day's file along like the picture beside it.
addEventListener('dragstart', event => {
  const title = event.target.closest?.('h2 a'), media = title?.closest('article').querySelector('a.pic, video');
  if (!media) return;
  const address = media.href ?? media.src;
  event.dataTransfer.setData('text/uri-list', address);
  event.dataTransfer.setData('text/plain', address);
  // Of these, Firefox hands only this one to file managers.
  event.dataTransfer.setData('text/x-moz-url', `${address}\n${title.textContent}`);
});

// Which days are favorites is told by a script of the mirror's: their numbers, each as the difference to the one before.
function apodFavorites({ days }) {
  let number = 0;
  const numbers = new Set(days.map(step => number += step));
  for (const article of document.querySelectorAll('article')) {
    if (!numbers.has(Date.parse(article.id) / 864e5)) continue;
    const title = article.querySelector('h2'), words = document.createElement('span');
    title.className = 'star';
    words.className = 'unseen';
    words.textContent = ', a favorite';
    title.append(words);
  }
}
const script = document.createElement('script');
script.src = '../../favorites.js';
document.head.append(script);
