import type { Shop } from '#web/shop/shop.ts';

/** A section of a static text: paragraphs, then a list, then closing paragraphs. */
export interface InformationSection {
  heading?: string;
  paragraphs?: readonly string[];
  points?: readonly string[];
  closingParagraphs?: readonly string[];
}

/**
 * Builds a text of requirements.md 2.14 with the values of the shop. The English texts are binding, and all pages in
 * other languages except the one about the shop say so. The modules of the other languages export functions with the
 * same names.
 */
export type InformationText = (shop: Shop) => readonly InformationSection[];

export const aboutText: InformationText = ({ legalName, onlineSince, address, policies }) => [
  {
    paragraphs: [
      `${legalName} is a publishing house and bookseller in ${address.city}. For years readers came to our bookstore to browse and ask for advice. At the end of ${onlineSince} we moved online, so that everyone in India can do the same from home.`,
      `We sell our own books and those of many other publishers, in Marathi, Hindi, Sanskrit and English. ${
        policies.freeDeliveryPincodes.length > 0
          ? `We deliver to your home in ${address.city} free of charge, and ship to the rest of India.`
          : 'We ship to all of India.'
      }`,
    ],
  },
  {
    heading: 'Mission',
    paragraphs: [
      'Our mission is a seamless shopping experience: you find the right book in a minute, read a few pages before you buy, see the full price from the start, and receive your parcel when we said you would.',
    ],
  },
  {
    heading: 'Vision',
    paragraphs: [
      "Our vision is to become a global e-commerce leader, and to bring the literature of India's languages to readers everywhere.",
    ],
  },
];

export const privacyText: InformationText = ({ legalName, email, telephone, address }) => [
  {
    paragraphs: [
      `This policy explains what ${legalName} (“we”) collects about you when you use this shop, what we do with it, and what rights you have. By using the shop you agree to it.`,
    ],
  },
  {
    heading: 'What we collect',
    paragraphs: [
      'When you create an account, we ask for your name, email address, contact number, a password and your delivery addresses. When you order, we record what you ordered, where it is sent and what it cost. When you write to us, we store your name, phone number and message.',
    ],
  },
  {
    heading: 'What your browser stores',
    paragraphs: [
      'We do not use advertising or tracking cookies. This is everything the shop stores in your browser:',
    ],
    points: [
      'cookies: “colour-mode”, your choice of light or dark, and “language”, the language you chose for the shop. Each is set only when you make the choice, and expires after a year;',
      'session storage, until you close the tab: “userId”, “contact”, “userEmail” and “token” while you are logged in (otherwise “null”), and, only while a page reloads, “scroll-positions”, how far you had scrolled;',
      'local storage, until you log out or clear it: “recentlyViewed”, the ids of the last twelve books you opened, and “recentSearches”, the last five texts you searched for;',
      'local storage, until you log in or clear it: “visitorCart”, the ids and quantities of the books you put into the cart before you log in, which then join the cart of your account;',
      'local storage, until you clear it: “deliveryPincode”, the PIN code you entered, or that of the selected address, to show you the cost and date of delivery;',
      'cache storage, until you log out or clear it, or the shop is updated: copies of the pages, pictures and search results you opened, and, while you are logged in, of your cart and wish list, so that you can read them without a connection;',
      'cache storage, until you log out or clear it: “wishlist”, the id of your account and the ids, prices and availability of the books you last saw on your wish list, to show you what has changed since then;',
      'the history of a tab: your contact number, if you go from the registration to the login; the page to return to after you log in; a mark on a page that was reloaded because its scripts failed to load; the PIN code you entered in the cart; the id of a book you tried to put into the cart or wish list before you logged in; and, during checkout, the ids of the books, address and coupon you chose, your payment method, the total you saw and a key of your order, which contains the id of your account, so that Back returns you to the same step.',
    ],
    closingParagraphs: [
      'If you open the GraphQL sandbox for developers, it stores its settings and the queries you type in local storage, under names that begin with “graphiql:”, and, while you are signed in there, your session in session storage as “graphiql:session”.',
    ],
  },
  {
    heading: 'What we use it for',
    paragraphs: ['We use your data only to run the shop:'],
    points: [
      'to take, pack, ship and track your orders;',
      'to show you your cart, your wish list, your addresses and your orders;',
      'to answer your questions and to send you a one-time password when you ask for one;',
      'to keep legally required records.',
    ],
    closingParagraphs: [
      'The carrier receives the name, address and contact number on the parcel. We do not sell your data, and we share it with nobody else unless the law requires us to.',
    ],
  },
  {
    heading: 'Your rights',
    paragraphs: [
      'You may see and correct your data at any time in your profile. You may also ask us what data we hold about you, and ask us to correct or delete it.',
    ],
  },
  {
    heading: 'Consent and its withdrawal',
    paragraphs: [
      `You give your consent when you create an account or place an order. You may withdraw it at any time by writing to our grievance officer at ${email} or at the address below. Withdrawal does not affect earlier processing. Without the data that an order needs, we cannot accept further orders from you.`,
      `Grievance Officer, ${legalName}, ${address.street}, ${address.city} ${address.pincode}, ${address.state}, ${address.country}. Phone ${telephone}.`,
    ],
  },
  {
    heading: 'Deletion and retention',
    paragraphs: [
      'We delete your account and its data when you ask the grievance officer to. We retain order records for as long as tax and company law require, and use them for nothing else. We delete messages from the contact form once we have dealt with them.',
    ],
  },
  {
    heading: 'Security',
    paragraphs: [
      'We store only hashes of passwords, never the passwords themselves. Your session ends after some hours, and immediately when you log out. No system is perfectly secure: please keep your password to yourself, and tell us if you think someone else knows it.',
    ],
  },
  {
    heading: 'Changes',
    paragraphs: [
      'We publish changes to this policy on this page. If a change affects you, we will email you before it takes effect.',
    ],
  },
];

export const termsText: InformationText = ({ legalName, address, policies }) => [
  {
    paragraphs: [
      `These terms apply between you and ${legalName} when you use this shop or order from it. Please read them before you order.`,
    ],
  },
  {
    heading: 'Your account',
    paragraphs: [
      'To order, you need an account with true and complete details. You are responsible for activity under your password. Tell us immediately if someone else uses it.',
    ],
  },
  {
    heading: 'Books and prices',
    paragraphs: [
      'Prices are in Indian rupees. We describe books, covers and stock as accurately as we can. If a price or a description is wrong, we will tell you before we ship anything, and you may cancel the order free of charge.',
      'You can use one coupon per order. It reduces the price of the books, not the shipping.',
    ],
  },
  {
    heading: 'Orders',
    paragraphs: [
      'An order is accepted when we confirm it. If a book has sold out by then, we will tell you and not charge you for it.',
    ],
  },
  {
    heading: 'Shipping',
    paragraphs: [
      `Orders are shipped in ${policies.shippingDays} working days, within India only. See Shipping.`,
    ],
  },
  {
    heading: 'Returns and refunds',
    paragraphs: [
      'See our Return Policy for books that arrive damaged, defective or incorrect. We give no refunds in other cases: see our Refund Policy.',
    ],
  },
  {
    heading: 'Use of our content',
    paragraphs: [
      'The texts, images and demo pages in this shop are protected by copyright. You may read them and show them to others. To copy or sell them you need our consent or that of the rights holder.',
    ],
  },
  {
    heading: 'Liability',
    paragraphs: [
      'We are liable for damage that we cause intentionally or by gross negligence, up to the price of the order concerned, where the law allows that limit.',
    ],
  },
  {
    heading: 'Law and courts',
    paragraphs: [
      `These terms are governed by the laws of India. The courts in ${address.city} have exclusive jurisdiction.`,
    ],
  },
];

export const refundText: InformationText = ({ policies }) => [
  {
    paragraphs: [
      'We do not provide refunds or returns.',
      `There is one exception: a book that arrives damaged, defective or incorrect. Our Return Policy applies to it: we send you the right book or, if we have none left, refund the price within ${policies.refundDays} business days of receiving yours.`,
      'Please check the description and the demo pages before you order, and ask us if you are unsure. We would rather answer a question than disappoint a reader.',
    ],
  },
];

export const paymentText: InformationText = ({ policies }) => [
  {
    paragraphs: ['We accept:'],
    points: policies.paymentMethods.map(
      (method, index, { length }) => `${method}${index === length - 1 ? '.' : ','}`,
    ),
    closingParagraphs: [
      'All prices are in Indian rupees and include taxes. You see the total, with shipping and any discount, before you confirm an order. Nothing is added later.',
      'We never ask for a card number, a PIN or a one-time password by phone or email.',
    ],
  },
];

export const returnsText: InformationText = ({ email, telephone, policies }) => [
  {
    paragraphs: [
      `You may return a book within ${policies.returnDays} days of delivery if it arrived damaged, defective or incorrect.`,
    ],
  },
  {
    heading: 'How to return a book',
    points: [
      `Write to ${email} or call ${telephone} within ${policies.returnDays} days of delivery, and give your order number.`,
      'Attach an image or a video that shows the damage, the defect or the wrong book.',
      'We will reply with instructions for sending the book back. Until then, please keep it as it arrived, with its packaging.',
    ],
  },
  {
    heading: 'What happens then',
    paragraphs: [
      `Once we have received the book and the proof, we will send you the right one. If we have none left, we will refund the price within ${policies.refundDays} business days to your original payment method.`,
    ],
  },
  {
    heading: 'What cannot be returned',
    paragraphs: [
      `Books that you changed your mind about, that show signs of use, or that you report more than ${policies.returnDays} days after delivery.`,
    ],
  },
];

export const shippingText: InformationText = ({ address, policies }) => [
  ...(policies.freeDeliveryPincodes.length > 0
    ? [
        {
          heading: `In ${address.city}`,
          paragraphs: [`Home delivery in ${address.city} is fast and free.`],
        },
      ]
    : []),
  {
    heading: 'Across India',
    paragraphs: [
      `Orders reach you in ${policies.deliveryDays} business days, depending on where you live. You see the cost of shipping with the total before you confirm the order.`,
    ],
  },
  {
    heading: 'Tracking your order',
    paragraphs: [
      "Once your order is dispatched, it gets a tracking number. You'll find it under My Orders in your profile.",
    ],
  },
  {
    heading: 'Outside India',
    paragraphs: ['We do not currently deliver outside India.'],
  },
];
