import type { Shop } from '#web/shop/shop.ts';
import type { Question } from './questions.ts';
import { translateShopValue } from './shop-values.ts';

export const listQuestions = ({
  address: { city, cityNames },
  policies: { returnDays, refundDays, deliveryDays, paymentMethods, freeDeliveryPincodes },
}: Shop): readonly Question[] => {
  const methods = paymentMethods.map((method) => translateShopValue('mr', method));
  const freeDelivery = `${cityNames.mr ?? city} शहरात घरपोच डिलिव्हरी जलद आणि मोफत आहे. `;
  return [
    {
      question: 'पैसे कसे देता येतात?',
      answer: `आम्ही हे स्वीकारतो: ${methods.join(', ')}.`,
      link: '/payment-info',
      linkText: 'पेमेंटविषयी अधिक',
    },
    {
      question: 'पुस्तक मिळायला किती दिवस लागतात?',
      answer: `${freeDeliveryPincodes.length > 0 ? freeDelivery : ''}भारतभर ऑर्डर ${deliveryDays} कामकाजाच्या दिवसांत पोहोचते. रवाना झाल्यावर तिला ट्रॅकिंग क्रमांक मिळतो.`,
      link: '/shipping-info',
      linkText: 'शिपिंगविषयी अधिक',
    },
    {
      question: 'पुस्तक परत करता येते का?',
      answer: `खराब, सदोष किंवा चुकीचे आलेले पुस्तक डिलिव्हरीपासून ${returnDays} दिवसांत परत करता येते; पुरावा म्हणून फोटो किंवा व्हिडिओ पाठवा. पैसे ${refundDays} कामकाजाच्या दिवसांत परत केले जातात. इतर बाबतीत आम्ही पैसे परत करत नाही.`,
      link: '/return-policy',
      linkText: 'परत करण्याविषयी अधिक',
    },
  ];
};
