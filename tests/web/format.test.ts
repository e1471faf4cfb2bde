import { describe, expect, it } from 'vitest';
import { formatDate, formatPercent, formatRupees, scriptLanguage } from '#web/i18n/format.ts';

describe('amounts', () => {
  it.each([
    [0, '₹0.00'],
    [249.5, '₹249.50'],
    [99.99, '₹99.99'],
    [1234.5, '₹1,234.50'],
    [123456.7, '₹1,23,456.70'],
  ])('%d rupees are %s', (amount, text) => {
    expect(formatRupees(amount)).toBe(text);
  });

  it('percentages have no decimals', () => {
    expect(formatPercent(12.5)).toBe('13');
  });
});

describe('dates', () => {
  it('are written out, in the day they name wherever the reader is', () => {
    expect(formatDate('2026-11-20')).toBe('20 Nov 2026');
  });

  it('stay as they are when they are none', () => {
    expect(formatDate('soon')).toBe('soon');
  });
});

describe('the language of a title', () => {
  it.each([
    ['गीतारहस्य', 'मराठी', 'mr'],
    ['गोदान', 'हिन्दी', 'hi'],
    ['मेघदूतम्', 'संस्कृत', 'sa'],
    ['श्यामची आई', undefined, 'mr'],
    ['Gitanjali', 'English', undefined],
    ['Shyamchi Aai', 'मराठी', undefined],
  ])('%s (%s) is %s', (title, bookLanguage, language) => {
    expect(scriptLanguage(title, bookLanguage)).toBe(language);
  });
});
