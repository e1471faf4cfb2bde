import type { Shop } from '#web/shop/shop.ts';
import type { Question } from './questions.ts';
import { translateShopValue } from './shop-values.ts';

export const listQuestions = ({
  address: { city, cityNames },
  policies: { returnDays, refundDays, deliveryDays, paymentMethods, freeDeliveryPincodes },
}: Shop): readonly Question[] => {
  const methods = paymentMethods.map((method) => translateShopValue('hi', method));
  const freeDelivery = `${cityNames.hi ?? city} में घर तक डिलीवरी तेज़ और मुफ़्त है। `;
  return [
    {
      question: 'भुगतान कैसे कर सकते हैं?',
      answer: `हम ये स्वीकार करते हैं: ${methods.join(', ')}।`,
      link: '/payment-info',
      linkText: 'भुगतान के बारे में और',
    },
    {
      question: 'किताब कितने दिनों में पहुँचती है?',
      answer: `${freeDeliveryPincodes.length > 0 ? freeDelivery : ''}पूरे भारत में ऑर्डर ${deliveryDays} कार्य दिवसों में पहुँचता है। रवाना होने पर उसे ट्रैकिंग नंबर मिलता है।`,
      link: '/shipping-info',
      linkText: 'शिपिंग के बारे में और',
    },
    {
      question: 'क्या किताब लौटाई जा सकती है?',
      answer: `ख़राब, दोषपूर्ण या ग़लत आई किताब डिलीवरी के ${returnDays} दिनों के भीतर लौटाई जा सकती है; सबूत के तौर पर फ़ोटो या वीडियो भेजें। पैसे ${refundDays} कार्य दिवसों में लौटाए जाते हैं। बाक़ी मामलों में हम पैसे वापस नहीं करते।`,
      link: '/return-policy',
      linkText: 'किताब लौटाने के बारे में और',
    },
  ];
};
