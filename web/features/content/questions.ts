/** A question of the FAQ. It is in English like the policies that it summarises. */
export interface Question {
  question: string;
  answer: string;
  /** The page with the details. */
  link: string;
  linkText: string;
}

export const questions: readonly Question[] = [
  {
    question: 'Which payment methods do you accept?',
    answer: 'We accept credit and debit cards, net banking, UPI and cash on delivery.',
    link: '/payment-info',
    linkText: 'More about payment',
  },
  {
    question: 'How long does shipping take?',
    answer:
      'Home delivery in Pune is fast and free. Across India your order reaches you in 3-7 business days, with a tracking number once it is dispatched.',
    link: '/shipping-info',
    linkText: 'More about shipping',
  },
  {
    question: 'What is your return policy?',
    answer:
      'A book that arrives damaged, defective or incorrect can be returned within 7 days of delivery, with an image or a video as proof. Refunds are made within 5-7 business days. We do not give refunds in other cases.',
    link: '/return-policy',
    linkText: 'More about returns',
  },
];
