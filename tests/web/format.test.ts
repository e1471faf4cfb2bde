import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  detectNameLanguage,
  detectProseLanguage,
  detectTextLanguage,
  formatDate,
  formatDayAfter,
  formatInstant,
  formatInstantDate,
  formatNumber,
  formatPercent,
  formatRupees,
} from '#web/i18n/format.ts';

describe('amounts and percentages', () => {
  it.each([
    [0, '₹0.00'],
    [249.5, '₹249.50'],
    [99.99, '₹99.99'],
    [1234.5, '₹1,234.50'],
    [123456.7, '₹1,23,456.70'],
  ])('%d rupees are %s', (amount, text) => {
    expect(formatRupees(amount)).toBe(text);
  });

  it.each([0.05, 999.99, 1_000, 99_999.9, 100_000, 9_999_999.99, 123_456_789_012.34, -40, -1_23_456.5])(
    '%d rupees are formatted as by Intl.NumberFormat, apart from the minus sign',
    (amount) => {
      const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
      expect(formatRupees(amount)).toBe(rupees.format(amount).replace('-', '−'));
    },
  );

  it.each([
    [12, '12'],
    [12.5, '12.5'],
    [33.333, '33.33'],
  ])('%d percent is %s', (percent, text) => {
    expect(formatPercent(percent)).toBe(text);
  });
});

describe('numbers', () => {
  it('use Indian digit grouping', () => {
    expect(formatNumber(1234567)).toBe('12,34,567');
  });
});

describe('dates', () => {
  it.each([
    ['en', '20 Nov 2026'],
    ['mr', '20 नोव्हेंबर, 2026'],
    ['hi', '20 नवंबर 2026'],
  ] as const)('are formatted in %s without a time zone shift', (language, text) => {
    expect(formatDate('2026-11-20', language)).toBe(text);
  });

  it.each([
    ['en', '21 Nov 2026'],
    ['mr', '21 नोव्हेंबर, 2026'],
    ['hi', '21 नवंबर 2026'],
  ] as const)('of instants are in Indian time, formatted in %s', (language, text) => {
    expect(formatInstantDate('2026-11-20T18:30:00Z', language)).toBe(text);
  });

  it.each([
    ['en', 'Fri 27 Nov'],
    ['mr', 'शुक्र 27 नोव्हेंबर'],
    ['hi', 'शुक्र 27 नवंबर'],
  ] as const)('of deliveries have a weekday and no year, formatted in %s', (language, text) => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 21) });
    onTestFinished(() => void vi.useRealTimers());
    expect(formatDayAfter(6, language)).toBe(text);
  });

  it.each([
    ['en', '27 Nov, 9:05 am'],
    ['mr', '27 नोव्हेंबर, 09:05'],
    ['hi', '27 नवंबर, 09:05'],
  ] as const)('with a time are in Indian time, formatted in %s', (language, text) => {
    expect(formatInstant(Date.UTC(2026, 10, 27, 3, 35), language)).toBe(text);
  });

  it('are unchanged when they are invalid', () => {
    expect(formatDate('soon', 'mr')).toBe('soon');
  });
});

describe('the language of a title or name', () => {
  it.each([
    ['गीतारहस्य', 'मराठी', 'mr'],
    ['गोदान', 'हिन्दी', 'hi'],
    ['मेघदूतम्', 'संस्कृत', 'sa'],
    ['श्यामची आई', undefined, 'mr'],
    ['Gitanjali', 'English', 'en'],
    ['Rabindranath Tagore', undefined, 'en'],
    ['চোখের বালি', undefined, 'bn'],
    ['Shyamchi Aai', 'मराठी', undefined],
    ['हिन्दी', undefined, 'hi'],
    ['Le Petit Prince', 'French', 'fr'],
    ['French', undefined, 'en'],
    ['ذاكرة الجسد', 'Arabic', 'ar'],
    ['Ahlam Mosteghanemi', 'Arabic', undefined],
    ['Горе от ума', undefined, undefined],
  ])('%s (%s) is %s', (title, bookLanguage, language) => {
    expect(detectNameLanguage(title, bookLanguage)).toBe(language);
  });
});

describe('the language of a message', () => {
  it.each([
    ['Email not found', 'en', undefined],
    ['Email not found', 'hi', 'en'],
    ['पता सहेज लिया गया है।', 'hi', undefined],
    ['पत्ता जतन केला आहे.', 'mr', undefined],
    ['कविता', 'en', 'mr'],
    ['₹40.00', 'mr', undefined],
  ] as const)('"%s" on a page in %s is marked as %s', (text, page, language) => {
    expect(detectTextLanguage(text, page)).toBe(language);
  });
});

describe('the language of a description', () => {
  it.each([
    ['Evening by evening, Shyam (श्याम) tells his friends.', 'मराठी', 'en'],
    ['श्याम दररोज संध्याकाळी आईच्या आठवणी सांगतो (first edition 1936).', 'मराठी', 'mr'],
    ['एक किसान की कहानी।', 'हिन्दी', 'hi'],
    ['யாதும் ஊரே (A4)', 'Tamil', 'ta'],
  ])('%s (%s) is %s', (text, bookLanguage, language) => {
    expect(detectProseLanguage(text, bookLanguage)).toBe(language);
  });
});
