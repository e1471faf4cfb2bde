import type { MailLanguage } from '../mail/language.ts';

/** The texts of e-mails about orders in one language. Numbers have Latin digits, as in the storefront. */
export interface OrderTexts {
  readonly placedSubject: (shop: string, orderId: string) => string;
  readonly placed: string;
  readonly dispatchedSubject: (shop: string, orderId: string) => string;
  readonly dispatched: string;
  readonly cancelledSubject: (shop: string, orderId: string) => string;
  readonly cancelled: string;
  readonly refund: string;
  readonly orderNumber: string;
  readonly orderDate: string;
  readonly discount: string;
  readonly shipping: string;
  readonly free: string;
  readonly total: string;
  readonly payment: string;
  readonly paid: string;
  readonly cashOnDelivery: string;
  readonly delivery: string;
  /** When the order should arrive at the latest, and the range of days that a delivery takes. */
  readonly deliveryBy: (date: string, range: string) => string;
  readonly deliveryAddress: string;
  readonly trackingNumber: string;
  readonly trackParcel: string;
  readonly reason: string;
  readonly nextStep: string;
  readonly yourOrders: string;
}

const en: OrderTexts = {
  placedSubject: (shop, orderId) => `${shop}: we received your order ${orderId}`,
  placed: 'Thank you for your order. Here are the details:',
  dispatchedSubject: (shop, orderId) => `${shop}: your order ${orderId} is on its way`,
  dispatched: 'Your order is on its way to you.',
  cancelledSubject: (shop, orderId) => `${shop}: your order ${orderId} was cancelled`,
  cancelled: 'Your order was cancelled.',
  refund: "We'll refund the amount you paid.",
  orderNumber: 'Order number',
  orderDate: 'Date',
  discount: 'Discount',
  shipping: 'Shipping',
  free: 'Free',
  total: 'Total',
  payment: 'Payment',
  paid: 'Paid online',
  cashOnDelivery: 'Cash on delivery',
  delivery: 'Delivery',
  deliveryBy: (date, range) => `by ${date} (${range} days)`,
  deliveryAddress: 'Delivery address',
  trackingNumber: 'Tracking number',
  trackParcel: 'Track your parcel',
  reason: 'Reason',
  nextStep: "We'll e-mail you again when we dispatch your order.",
  yourOrders: 'See your orders',
};

const mr: OrderTexts = {
  placedSubject: (shop, orderId) => `${shop}: तुमची ऑर्डर ${orderId} मिळाली`,
  placed: 'तुमच्या ऑर्डरबद्दल धन्यवाद. ऑर्डरचा तपशील:',
  dispatchedSubject: (shop, orderId) => `${shop}: तुमची ऑर्डर ${orderId} पाठवली आहे`,
  dispatched: 'तुमची ऑर्डर तुमच्याकडे पाठवली आहे.',
  cancelledSubject: (shop, orderId) => `${shop}: तुमची ऑर्डर ${orderId} रद्द झाली`,
  cancelled: 'तुमची ऑर्डर रद्द झाली आहे.',
  refund: 'तुम्ही भरलेली रक्कम आम्ही परत करू.',
  orderNumber: 'ऑर्डर क्रमांक',
  orderDate: 'दिनांक',
  discount: 'सवलत',
  shipping: 'पाठवण्याचा खर्च',
  free: 'मोफत',
  total: 'एकूण',
  payment: 'पैसे',
  paid: 'ऑनलाइन भरले आहेत',
  cashOnDelivery: 'पुस्तके मिळाल्यावर रोख',
  delivery: 'पोहोचण्याचा कालावधी',
  deliveryBy: (date, range) => `${date} पर्यंत (${range} दिवस)`,
  deliveryAddress: 'पाठवण्याचा पत्ता',
  trackingNumber: 'ट्रॅकिंग क्रमांक',
  trackParcel: 'पार्सल कुठे आहे ते पाहा',
  reason: 'कारण',
  nextStep: 'ऑर्डर पाठवल्यावर आम्ही तुम्हाला पुन्हा लिहू.',
  yourOrders: 'तुमच्या ऑर्डर्स पाहा',
};

const hi: OrderTexts = {
  placedSubject: (shop, orderId) => `${shop}: आपका ऑर्डर ${orderId} मिल गया`,
  placed: 'आपके ऑर्डर के लिए धन्यवाद। ऑर्डर का विवरण:',
  dispatchedSubject: (shop, orderId) => `${shop}: आपका ऑर्डर ${orderId} भेज दिया गया है`,
  dispatched: 'आपका ऑर्डर आपको भेज दिया गया है।',
  cancelledSubject: (shop, orderId) => `${shop}: आपका ऑर्डर ${orderId} रद्द हो गया`,
  cancelled: 'आपका ऑर्डर रद्द कर दिया गया है।',
  refund: 'आपकी चुकाई हुई राशि हम वापस करेंगे।',
  orderNumber: 'ऑर्डर संख्या',
  orderDate: 'दिनांक',
  discount: 'छूट',
  shipping: 'भेजने का खर्च',
  free: 'मुफ़्त',
  total: 'कुल',
  payment: 'भुगतान',
  paid: 'ऑनलाइन हो चुका है',
  cashOnDelivery: 'डिलीवरी पर नकद',
  delivery: 'पहुँचने का समय',
  deliveryBy: (date, range) => `${date} तक (${range} दिन)`,
  deliveryAddress: 'डिलीवरी का पता',
  trackingNumber: 'ट्रैकिंग संख्या',
  trackParcel: 'पार्सल कहाँ है, देखें',
  reason: 'कारण',
  nextStep: 'ऑर्डर भेजने पर हम आपको फिर लिखेंगे।',
  yourOrders: 'अपने ऑर्डर देखें',
};

export const orderTexts: Readonly<Record<MailLanguage, OrderTexts>> = { en, mr, hi };
