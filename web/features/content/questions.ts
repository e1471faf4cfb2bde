import type { Shop } from '#web/shop/shop.ts';

/** A question of the FAQ with its answer. */
export interface Question {
  question: string;
  answer: string;
  /** The page with the details. */
  link: string;
  linkText: string;
}

const listFormat = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/**
 * The questions of the FAQ. The answers contain the shop's city and policies. Each language has a module with a
 * function of this name.
 */
export const listQuestions = ({
  address,
  policies: { returnDays, refundDays, deliveryDays, paymentMethods, freeDeliveryPincodes },
}: Shop): readonly Question[] => [
  {
    question: 'Which payment methods do you accept?',
    answer: `We accept ${listFormat.format(paymentMethods)}.`,
    link: '/payment-info',
    linkText: 'More about payment',
  },
  {
    question: 'How long does shipping take?',
    answer: `${freeDeliveryPincodes.length > 0 ? `Home delivery in ${address.city} is fast and free. ` : ''}Across India your order reaches you in ${deliveryDays} business days, with a tracking number once it is dispatched.`,
    link: '/shipping-info',
    linkText: 'More about shipping',
  },
  {
    question: 'What is your return policy?',
    answer: `A book that arrives damaged, defective or incorrect can be returned within ${returnDays} days of delivery, with an image or a video as proof. Refunds are made within ${refundDays} business days. We do not give refunds in other cases.`,
    link: '/return-policy',
    linkText: 'More about returns',
  },
];
