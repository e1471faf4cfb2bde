import type { z } from 'zod';
import { type Area, type Check, ifNoneMatch, requestWith, saveEntityTag } from '../check.ts';
import { listOf, status } from '../expectations.ts';
import { author, category, coupon, language, notification, post, publisher, slide } from '../schemas.ts';

function list(path: string, shape: z.ZodType, what: string, impact: string): Check[] {
  return [
    {
      call: `GET ${path}`,
      impact,
      request: () => ({ method: 'GET', path }),
      expects: [status(200), listOf(shape, what)],
      save: saveEntityTag(path),
    },
    {
      call: `GET ${path} with If-None-Match`,
      impact: 'only traffic',
      optional: true,
      request: (state) =>
        requestWith(state.entityTags.get(path), 'no ETag', (tag) => ({
          method: 'GET',
          path,
          headers: ifNoneMatch(tag),
        })),
      expects: [status(304)],
    },
  ];
}

export const lists: Area = {
  name: 'Lists',
  checks: [
    ...list('/getallCategory', category, 'categories', 'the page of categories'),
    ...list('/AllPublishers', publisher, 'publishers', 'the page of publishers'),
    ...list('/AllAuthors', author, 'authors', 'the page of authors'),
    ...list('/AllLanguages', language, 'languages', 'the choice of languages'),
    ...list('/AllCoupons', coupon, 'coupons', 'the coupons in the cart'),
    ...list('/TodaysNotifications', notification, 'notifications', 'the notification banner'),
    ...list('/AllMarketting', post, 'posts', 'the posts of the home page'),
    ...list('/AllSlideImages', slide, 'slides', 'the carousel of the home page'),
  ],
};
