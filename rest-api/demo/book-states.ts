import type { ProductRecord } from '../catalogue/product-record.ts';

/** How a demo book differs from most others, which are in stock and have a cover. */
export interface BookState {
  readonly status?: ProductRecord['status'];
  readonly remainingQuantity?: number | null;
  readonly hasCover?: false;
  /** Percent. */
  readonly discount?: number;
  /** Only if the ISBN of a real edition is known for certain. `isbnNote` names that edition. */
  readonly isbnId?: string;
}

/**
 * Added to the description of a book with an ISBN: the publisher is invented, but the ISBN is that of a real edition.
 */
export const isbnNote = ' The ISBN shown is that of the Penguin Classics edition.';
export const isbnNoteInMarathi = ' दाखवलेला ISBN पेंग्विन क्लासिक्स आवृत्तीचा आहे.';
export const isbnNoteInHindi = ' दिखाया गया ISBN पेंगुइन क्लासिक्स संस्करण का है।';

/** By title. Every state that a shop has to handle occurs in the demo (requirements.md 7). */
export const bookStates: Readonly<Record<string, BookState>> = {
  'बटाट्याची चाळ': { remainingQuantity: 3 },
  विशाखा: { remainingQuantity: 1 },
  बनगरवाडी: { remainingQuantity: 0 },
  गोट्या: { status: 'Unavailable', remainingQuantity: 0 },
  युगान्त: { discount: 0 },
  'कऱ्हेचे पाणी': { status: 'Not-Available', remainingQuantity: null },
  'मराठ्यांच्या इतिहासाची साधने': { status: 'Unavailable', remainingQuantity: null, hasCover: false },
  'महाराष्ट्रीय ज्ञानकोश': { status: 'Unavailable', remainingQuantity: 0, discount: 0 },
  लीळाचरित्र: { remainingQuantity: null },
  'नलदमयंती स्वयंवराख्यान': { hasCover: false },
  मोचनगड: { remainingQuantity: 2 },
  // Cannot be ordered although there is stock: the status takes precedence.
  विवेकसिंधु: { status: 'Unavailable', remainingQuantity: 7 },
  यामा: { remainingQuantity: 1 },
  'हनुमान चालीसा': { discount: 0 },
  'सत्यार्थ प्रकाश': { hasCover: false },
  'परीक्षा गुरु': { status: 'Not-Available', remainingQuantity: 0 },
  'उसने कहा था': { remainingQuantity: 3 },
  'पृथ्वीराज रासो': { remainingQuantity: 0 },
  महाभारतम्: { remainingQuantity: 2, discount: 0 },
  ऊरुभङ्गम्: { hasCover: false, remainingQuantity: 4 },
  शिशुपालवधम्: { status: 'Not-Available', remainingQuantity: null },
  बुद्धचरितम्: { remainingQuantity: null },
  'Pride and Prejudice': { isbnId: '9780141439518' },
  'A Tale of Two Cities': { isbnId: '9780141439600' },
  'Moby-Dick; or, The Whale': { isbnId: '9780142437247' },
  'Jane Eyre': { isbnId: '9780141441146' },
  'Wuthering Heights': { isbnId: '9780141439556' },
  'Great Expectations': { isbnId: '9780141439563' },
  Walden: { remainingQuantity: 0 },
  "Rajmohan's Wife": { hasCover: false },
  'Annihilation of Caste': { discount: 0 },
  'Poverty and Un-British Rule in India': { status: 'Unavailable', remainingQuantity: 0, hasCover: false },
  'Sadhana: The Realisation of Life': { remainingQuantity: 1 },
};
