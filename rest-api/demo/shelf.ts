import type { ProductRecord } from '../catalogue/product-record.ts';

/** How a book differs from a plain one that is in stock and has a cover. */
export interface ShelfState {
  readonly status?: ProductRecord['status'];
  readonly remainingQuantity?: number | null;
  readonly pictured?: false;
  /** Percent. */
  readonly discount?: number;
  /** Only where a real ISBN of a real edition is known for certain; `isbnNote` names it. */
  readonly isbnId?: string;
}

/** Said of a book whose ISBN is given: the imprint is invented, the number is a real edition's. */
export const isbnNote = ' The ISBN shown is that of the Penguin Classics edition.';

/** By title: so that every state a shop can meet occurs in the demo (requirements.md 7). */
export const shelfStates: Readonly<Record<string, ShelfState>> = {
  'बटाट्याची चाळ': { remainingQuantity: 3 },
  विशाखा: { remainingQuantity: 1 },
  बनगरवाडी: { remainingQuantity: 0 },
  गोट्या: { status: 'Unavailable', remainingQuantity: 0 },
  युगान्त: { discount: 0 },
  'कऱ्हेचे पाणी': { status: 'Not-Available', remainingQuantity: null },
  'मराठ्यांच्या इतिहासाची साधने': { status: 'Unavailable', remainingQuantity: null, pictured: false },
  'महाराष्ट्रीय ज्ञानकोश': { status: 'Unavailable', remainingQuantity: 0, discount: 0 },
  लीळाचरित्र: { remainingQuantity: null },
  'नलदमयंती स्वयंवराख्यान': { pictured: false },
  मोचनगड: { remainingQuantity: 2 },
  // Status says no although copies are left: the status wins.
  विवेकसिंधु: { status: 'Unavailable', remainingQuantity: 7 },
  यामा: { remainingQuantity: 1 },
  'हनुमान चालीसा': { discount: 0 },
  'सत्यार्थ प्रकाश': { pictured: false },
  'परीक्षा गुरु': { status: 'Not-Available', remainingQuantity: 0 },
  'उसने कहा था': { remainingQuantity: 3 },
  'पृथ्वीराज रासो': { remainingQuantity: 0 },
  महाभारतम्: { remainingQuantity: 2, discount: 0 },
  ऊरुभङ्गम्: { pictured: false, remainingQuantity: 4 },
  शिशुपालवधम्: { status: 'Not-Available', remainingQuantity: null },
  बुद्धचरितम्: { remainingQuantity: null },
  'Pride and Prejudice': { isbnId: '9780141439518' },
  'A Tale of Two Cities': { isbnId: '9780141439600' },
  'Moby-Dick; or, The Whale': { isbnId: '9780142437247' },
  'Jane Eyre': { isbnId: '9780141441146' },
  'Wuthering Heights': { isbnId: '9780141439556' },
  'Great Expectations': { isbnId: '9780141439563' },
  Walden: { remainingQuantity: 0 },
  "Rajmohan's Wife": { pictured: false },
  'Annihilation of Caste': { discount: 0 },
  'Poverty and Un-British Rule in India': { status: 'Unavailable', remainingQuantity: 0, pictured: false },
  'Sadhana: The Realisation of Life': { remainingQuantity: 1 },
};
