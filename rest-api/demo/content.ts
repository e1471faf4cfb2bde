import type {
  CouponRecord,
  MarketingPostRecord,
  NotificationRecord,
  SlideRecord,
} from '../catalogue/list-records.ts';

export const coupons: readonly CouponRecord[] = [
  { id: 1, couponName: 'READMORE5', discount: 5 },
  { id: 2, couponName: 'MONSOON10', discount: 10 },
  { id: 3, couponName: 'DIWALI15', discount: 15 },
  { id: 4, couponName: 'CLASSICS20', discount: 20 },
];

/** A text in the languages of the shop. */
interface Text {
  readonly en: string;
  readonly mr: string;
  readonly hi: string;
}

export const notifications: readonly NotificationRecord[] = [
  createNotification(1, {
    en: 'On our shelves: classics in Marathi, Hindi, Sanskrit and English.',
    mr: 'आमच्याकडे आहेत: मराठी, हिंदी, संस्कृत आणि इंग्रजीतील अभिजात पुस्तके.',
    hi: 'हमारे यहाँ हैं: मराठी, हिन्दी, संस्कृत और अंग्रेज़ी की कालजयी किताबें।',
  }),
  createNotification(2, {
    en: '10% off your books with the coupon MONSOON10.',
    mr: 'MONSOON10 हे कूपन वापरा आणि पुस्तकांवर 10% सूट मिळवा.',
    hi: 'MONSOON10 कूपन लगाइए और किताबों पर 10% छूट पाइए।',
  }),
  createNotification(3, {
    en: 'Read a few pages before you buy: look for the Demo button.',
    mr: 'घेण्याआधी काही पाने वाचून पाहा: “नमुना” हे बटण शोधा.',
    hi: 'ख़रीदने से पहले कुछ पन्ने पढ़िए: “नमूना” बटन देखिए।',
  }),
];

export const slides: readonly SlideRecord[] = [
  createSlide(1, '/language/मराठी', {
    en: 'The best of Marathi literature',
    mr: 'मराठी साहित्याचा ठेवा',
    hi: 'मराठी साहित्य की निधि',
  }),
  createSlide(2, '/category/Poetry', {
    en: 'Poetry for slow evenings',
    mr: 'निवांत संध्याकाळी कविता',
    hi: 'फ़ुरसत की शामों के लिए कविता',
  }),
  createSlide(3, '/language/संस्कृत', {
    en: 'From the Gita to Kalidasa: Sanskrit classics',
    mr: 'गीतेपासून कालिदासापर्यंत: संस्कृत साहित्य',
    hi: 'गीता से कालिदास तक: संस्कृत साहित्य',
  }),
  createSlide(4, '/product', {
    en: 'Two hundred classics on one shelf',
    mr: 'एकाच फळीवर दोनशे अभिजात पुस्तके',
    hi: 'एक ही शेल्फ़ पर दो सौ कालजयी किताबें',
  }),
];

/** Each post links to a listing of exactly the books that the post's title describes. */
export const marketingPosts: readonly MarketingPostRecord[] = [
  createPost(1, '/category/Novels?language=मराठी', {
    en: 'Where to begin with Marathi novels',
    mr: 'मराठी कादंबऱ्या: कुठून सुरुवात करावी',
    hi: 'मराठी उपन्यास: शुरुआत कहाँ से करें',
  }),
  createPost(2, "/category/Saints' Literature?language=मराठी", {
    en: 'Abhangs and ovis: the saints of Maharashtra',
    mr: 'अभंग आणि ओव्या: महाराष्ट्राचे संत',
    hi: 'अभंग और ओवियाँ: महाराष्ट्र के संत',
  }),
  createPost(3, '/author/कालिदास', {
    en: 'Kalidasa: one play and three great poems',
    mr: 'कालिदास: एक नाटक आणि तीन महान काव्ये',
    hi: 'कालिदास: एक नाटक और तीन महान काव्य',
  }),
  createPost(4, '/author/प्रेमचंद', {
    en: 'Premchand: the village and the town',
    mr: 'प्रेमचंद: खेडे आणि शहर',
    hi: 'प्रेमचंद: गाँव और शहर',
  }),
  createPost(5, '/category/Children', {
    en: 'First books for young readers',
    mr: 'छोट्या वाचकांची पहिली पुस्तके',
    hi: 'नन्हे पाठकों की पहली किताबें',
  }),
  createPost(6, '/category/Drama', {
    en: 'Plays to read aloud',
    mr: 'मोठ्याने वाचायची नाटके',
    hi: 'बोलकर पढ़ने के नाटक',
  }),
  createPost(7, '/language/English', {
    en: 'Classics in English, from Austen to Tagore',
    mr: 'इंग्रजीतील अभिजात साहित्य: ऑस्टेनपासून टागोरांपर्यंत',
    hi: 'अंग्रेज़ी की कालजयी किताबें: ऑस्टन से टैगोर तक',
  }),
  createPost(8, '/category/Epics & Classics', {
    en: 'To give and to keep: the great epics',
    mr: 'भेट द्यावीत, जपून ठेवावीत अशी महाकाव्ये',
    hi: 'भेंट करने और सँजोने के लिए महाकाव्य',
  }),
];

function createNotification(id: number, { en, mr, hi }: Text): NotificationRecord {
  return { id, notification: en, notificationEn: null, notificationMr: mr, notificationHi: hi };
}

/** The title is part of the picture, so there is a picture for each language. */
function createSlide(id: number, link: string, { en, mr, hi }: Text): SlideRecord {
  return {
    id,
    title: en,
    thumbnailFile: `/files/slides/${id}.svg`,
    link,
    titleEn: null,
    titleMr: mr,
    titleHi: hi,
    thumbnailFileEn: null,
    thumbnailFileMr: `/files/slides/${id}-mr.svg`,
    thumbnailFileHi: `/files/slides/${id}-hi.svg`,
  };
}

function createPost(id: number, link: string, { en, mr, hi }: Text): MarketingPostRecord {
  return { id, title: en, image: `/files/posts/${id}.svg`, link, titleEn: null, titleMr: mr, titleHi: hi };
}
