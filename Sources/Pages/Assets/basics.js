'use strict';
// Shared by the pages' scripts: elements, numbers and dates in words, and texts as they are compared.
function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === true) element.setAttribute(key, '');
    else if (value !== undefined && value !== false && value !== null) element.setAttribute(key, value);
  }
  element.append(...children.filter(child => child || child === 0));
  return element;
}
const $ = selector => document.querySelector(selector);
const list = new Intl.ListFormat('en'), numbers = new Intl.NumberFormat('en');
const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });
const short = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const months = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', timeZone: 'UTC' });
const grouped = n => numbers.format(n);
const many = (n, what) => `${grouped(n)} ${what}${n === 1 ? '' : 's'}`;
const longDate = (id, format = dates) => format.format(new Date(`${id}T12:00Z`));

// Case and accents make no difference to a search, nor does the shape of quotes and dashes.
const letters = { 'ø': 'o', 'ł': 'l', 'đ': 'd', 'ı': 'i', 'æ': 'ae', 'œ': 'oe', 'ß': 'ss', '’': "'", '‘': "'", '“': '"', '”': '"', '–': '-', '—': '-', '\u2011': '-', '\xa0': ' ' };
function fold(text) {
  text = text.toLowerCase();
  if (/^[\0-\x7f]*$/.test(text)) return text;
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[øłđıæœß’‘“”–—\u2011\xa0]/g, c => letters[c]);
}
