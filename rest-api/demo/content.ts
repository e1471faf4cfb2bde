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
  { id: 4, couponName: 'FIRSTBOOK20', discount: 20 },
];

export const notifications: readonly NotificationRecord[] = [
  { id: 1, notification: 'New on the shelf: classics in Marathi, Hindi, Sanskrit and English.' },
  { id: 2, notification: 'Monsoon reading: 10% off with the coupon MONSOON10.' },
  { id: 3, notification: 'Read a few pages before you buy: look for the Demo button.' },
];

export const slides: readonly SlideRecord[] = [
  createSlide(1, 'मराठी साहित्य', '/language/मराठी'),
  createSlide(2, 'Poetry for slow evenings', '/category/Poetry'),
  createSlide(3, 'संस्कृत काव्य आणि नाटक', '/language/संस्कृत'),
  createSlide(4, 'Two hundred classics on one shelf', '/product'),
];

export const marketingPosts: readonly MarketingPostRecord[] = [
  createPost(1, 'Where to begin with Marathi novels', '/category/Novels'),
  createPost(2, 'Abhangs and ovis: the saints of Maharashtra', '/author'),
  createPost(3, 'Kalidasa in four plays and poems', '/author/कालिदास'),
  createPost(4, 'Premchand: the village and the town', '/author/प्रेमचंद'),
  createPost(5, 'First books for young readers', '/category/Children'),
  createPost(6, 'Plays to read aloud', '/category/Drama'),
  createPost(7, 'Indian classics in English', '/language/English'),
  createPost(8, 'Gifts: books that last', '/product'),
];

function createSlide(id: number, title: string, link: string): SlideRecord {
  return { id, title, thumbnailFile: `/files/slides/${id}.svg`, link };
}

function createPost(id: number, title: string, link: string): MarketingPostRecord {
  return { id, title, image: `/files/posts/${id}.svg`, link };
}
