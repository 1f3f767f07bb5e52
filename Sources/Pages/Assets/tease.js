// The first sentence of a day's story, over its card for as long as a pointer or the focus of the keyboard rests on it. Nothing is
// read before that. It stands beside the card's link, whose text is nothing but the title.
const tease = make('p', { class: 'tease', id: 'tease', dir: 'auto' });
let teased, teaseClock;

// A short first sentence (`What's that?`) takes the next with it. The dot of an initial or an abbreviation ends none.
function firstSentence(text) {
  const sentenceEnd = /[.!?…]["'”’)]*(?=\s+["'“‘(]?[\p{Lu}\d])/gu;
  for (const { 0: mark, index } of text.matchAll(sentenceEnd)) {
    const sentence = text.slice(0, index + mark.length);
    if (sentence.length >= 40 && !/(?:^|[\s(])(?:(?:\p{Lu}\.)*\p{Lu}|Dr|St|Mt|Mrs?|Ms|No|vs|ca?|approx|[ei]\.[ge])\.$/u.test(sentence)) return sentence;
  }
  return text;
}

function restOn(link) {
  if (link === teased) return;
  clearTimeout(teaseClock);
  teased?.removeAttribute('aria-describedby');
  tease.remove();
  teased = link;
  // A pointer that only passes over cards has no year read.
  if (link) teaseClock = setTimeout(() => tellFirst(link), 250);
}

async function tellFirst(link) {
  const day = await find(link.dataset.day);
  if (link !== teased || !link.isConnected || !day?.x) return;
  tease.replaceChildren(make('span', {}, firstSentence(day.x)));
  link.after(tease);
  link.setAttribute('aria-describedby', tease.id);
}

const cardOf = element => element?.closest?.('.cards a[data-day]') ?? undefined;
addEventListener('pointerover', event => {
  if (event.pointerType === 'touch') return;
  restOn(cardOf(event.target) ?? cardOf(document.activeElement?.matches(':focus-visible') && document.activeElement));
});
document.documentElement.addEventListener('pointerleave', () => restOn());
addEventListener('focusin', event => { if (event.target.matches(':focus-visible')) restOn(cardOf(event.target)); });
addEventListener('focusout', () => restOn());
addEventListener('dragstart', () => restOn());
