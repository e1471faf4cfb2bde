import { shop } from '#web/shop/shop.ts';

/** A part of a static text: paragraphs, then a list, then more paragraphs, whichever there are. */
export interface InformationSection {
  heading?: string;
  paragraphs?: readonly string[];
  points?: readonly string[];
  after?: readonly string[];
}

const { street, city, pincode, state, country } = shop.address;

/*
 * The texts of requirements.md 2.14. They stand in English alone: what a shopper can rely on has one wording.
 */

export const aboutText: readonly InformationSection[] = [
  {
    paragraphs: [
      `${shop.legalName} is a publishing house and bookseller in Pune. For years readers came to our bookstore to look along the shelves and ask for advice. At the end of ${shop.foundedOnline} we moved online, so that everybody in India can do the same from home.`,
      'We sell our own books and those of many other publishers, in Marathi, Hindi, Sanskrit and English. In Pune we bring them to your door free of charge; elsewhere in India we ship them.',
    ],
  },
  {
    heading: 'Mission',
    paragraphs: [
      'Our mission is a seamless shopping experience: the right book is found in a minute, a few pages can be read before buying, the price is plain from the start, and the parcel comes when we said it would.',
    ],
  },
  {
    heading: 'Vision',
    paragraphs: [
      "Our vision is to become a global e-commerce leader, and to carry the literature of India's languages to every reader who looks for it.",
    ],
  },
];

export const privacyText: readonly InformationSection[] = [
  {
    paragraphs: [
      `This policy says what ${shop.legalName} (“we”) collects about you when you use this shop, what we do with it, and what rights you have. By using the shop you agree to it.`,
    ],
  },
  {
    heading: 'What we collect',
    paragraphs: [
      'When you create an account we ask for your name, e-mail address, contact number, a password and the addresses books are to be sent to. When you order we record what you ordered, where it goes and what it cost. When you write to us we keep your name, phone number and message.',
    ],
  },
  {
    heading: 'What your browser keeps',
    paragraphs: [
      'We set no cookies for advertising and none that follow you elsewhere. This is all that the shop keeps in your browser:',
    ],
    points: [
      'cookies: “colour-mode”, whether you chose light or dark, and “language”, the language you chose for the shop. Each is there only once you have chosen, and stays for a year;',
      'session storage, until you close the tab: “userId”, “contact”, “userEmail” and “token” while you are logged in (after you log out they say “null”), and for the moment in which a page is loaded again “places”, how far you had scrolled;',
      'local storage, until you log out or clear it: “recentlyViewed”, the numbers of the last twelve books you opened;',
      'the history of a tab: while you buy, which books, address and coupon you chose, so that Back brings you to the same step.',
    ],
    after: [
      'If you open the GraphQL sandbox for developers, it keeps its settings and the queries you type in local storage, under names that begin with “graphiql:”.',
    ],
  },
  {
    heading: 'What we use it for',
    paragraphs: ['We use your data only to run the shop:'],
    points: [
      'to take, pack, ship and track your orders;',
      'to show you your cart, your wish list, your addresses and your orders;',
      'to answer your questions and to send you a one-time password when you ask for one;',
      'to keep the accounts that the law asks us to keep.',
    ],
    after: [
      'The carrier gets the name, address and contact number on the parcel. We do not sell your data, and we give it to nobody else unless the law obliges us to.',
    ],
  },
  {
    heading: 'Your rights',
    paragraphs: [
      'You may see and correct your data at any time in your profile. You may ask us what we hold about you, have mistakes put right, and have your data deleted.',
    ],
  },
  {
    heading: 'Consent and its withdrawal',
    paragraphs: [
      `You give your consent when you create an account or place an order. You may withdraw it at any time by writing to our grievance officer at ${shop.email} or at the address below. What was done before stays lawful; without the data we need for it we can take no further orders from you.`,
      `Grievance Officer, ${shop.legalName}, ${street}, ${city} ${pincode}, ${state}, ${country}. Telephone ${shop.telephone}.`,
    ],
  },
  {
    heading: 'Deletion and retention',
    paragraphs: [
      'We delete your account and what belongs to it when you ask the grievance officer to. Records of orders are kept as long as tax and company law demand, and used for nothing else. Messages from the contact form are deleted once they are dealt with.',
    ],
  },
  {
    heading: 'Security',
    paragraphs: [
      'Passwords are stored only in a form that cannot be read back. A login ends by itself after some hours, and at once when you log out. No system is perfectly safe; please keep your password to yourself and tell us if you think somebody else knows it.',
    ],
  },
  {
    heading: 'Changes',
    paragraphs: [
      'When this policy changes, the new text stands on this page. If a change matters to you, we tell you by e-mail before it takes effect.',
    ],
  },
];

export const termsText: readonly InformationSection[] = [
  {
    paragraphs: [
      `These terms apply between you and ${shop.legalName} whenever you use this shop or order from it. Please read them before you order.`,
    ],
  },
  {
    heading: 'Your account',
    paragraphs: [
      'To order you need an account with true and complete details. You are responsible for what is done with your password; tell us at once if somebody else uses it.',
    ],
  },
  {
    heading: 'Books and prices',
    paragraphs: [
      'Prices are in Indian rupees. We describe books, covers and stock as exactly as we can; should a price or a description be wrong, we tell you before anything is sent, and you may cancel the order free of charge.',
      'One coupon applies to an order. Its discount is taken off the price of the books, not off shipping.',
    ],
  },
  {
    heading: 'Orders',
    paragraphs: [
      'An order is accepted when we confirm it. If a book is sold out by then, we tell you and charge nothing for it.',
    ],
  },
  {
    heading: 'Shipping',
    paragraphs: [
      'Orders are shipped in 6-7 working days, within India only. The details are on the page Shipping.',
    ],
  },
  {
    heading: 'Returns and refunds',
    paragraphs: [
      'What holds for books that arrive damaged, defective or incorrect is on the page Return Policy. Apart from that we give no refunds, as the page Refund Policy says.',
    ],
  },
  {
    heading: 'What you may do with the contents',
    paragraphs: [
      "Texts, pictures and demo pages in this shop are protected. You may read them and show them to others; copying or selling them needs our consent or that of the right's owner.",
    ],
  },
  {
    heading: 'Liability',
    paragraphs: [
      'We answer for damage we cause wilfully or by gross negligence, and never for more than the price of the order concerned, so far as the law allows that limit.',
    ],
  },
  {
    heading: 'Law and courts',
    paragraphs: [
      'These terms are governed by the laws of India. Disputes are decided by the courts in Pune alone.',
    ],
  },
];

export const refundText: readonly InformationSection[] = [
  {
    paragraphs: [
      'We do not provide refunds or returns.',
      'There is one exception: a book that reaches you damaged, defective or incorrect. For that our Return Policy holds, and the refund is made within 5-7 business days of our receiving the book.',
      'Please look at the description and the demo pages before you order, and ask us when you are in doubt. We would rather answer a question than disappoint a reader.',
    ],
  },
];

export const paymentText: readonly InformationSection[] = [
  {
    paragraphs: ['We accept:'],
    points: ['credit and debit cards,', 'net banking,', 'UPI,', 'cash on delivery.'],
    after: [
      'All prices are in Indian rupees and include the taxes due. The total, with shipping and any discount, is shown before you confirm an order, and nothing is added to it later.',
      'We never ask for a card number, a PIN or a one-time password by telephone or e-mail.',
    ],
  },
];

export const returnsText: readonly InformationSection[] = [
  {
    paragraphs: [
      'You may return a book within 7 days of delivery if it reached you damaged, defective or incorrect.',
    ],
  },
  {
    heading: 'How to return a book',
    points: [
      `Write to ${shop.email} or call ${shop.telephone} within 7 days of delivery, with the number of your order.`,
      'Add an image or a video that shows the damage, the defect or the wrong book.',
      'We answer with the way to send the book back. Please keep it as it arrived, with its packaging, until then.',
    ],
  },
  {
    heading: 'What happens then',
    paragraphs: [
      'When we have the book and the proof, we send you the right one or, if there is none left, refund its price within 5-7 business days, the way you paid.',
    ],
  },
  {
    heading: 'What cannot be returned',
    paragraphs: [
      'Books that were simply not to your liking, that show signs of use, or that are reported later than 7 days after delivery.',
    ],
  },
];

export const shippingText: readonly InformationSection[] = [
  {
    heading: 'In Pune',
    paragraphs: ['Home delivery in Pune is fast and free.'],
  },
  {
    heading: 'Across India',
    paragraphs: [
      'Orders reach you in 3-7 business days, depending on where you live. What shipping costs is shown with the total before you confirm the order.',
    ],
  },
  {
    heading: 'Following your parcel',
    paragraphs: [
      'Once your order is dispatched it gets a tracking number. You find it under My Orders in your profile.',
    ],
  },
  {
    heading: 'Outside India',
    paragraphs: ['We do not deliver outside India at present.'],
  },
];
