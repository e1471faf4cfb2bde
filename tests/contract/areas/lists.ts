import type { z } from 'zod';
import { type Area, type Check, given, ifNoneMatch, learnEntityTag } from '../check.ts';
import { listOf, status } from '../expectations.ts';
import { author, category, coupon, language, notification, post, publisher, slide } from '../shapes.ts';

function list(path: string, shape: z.ZodType, what: string, loses: string): Check[] {
  return [
    {
      call: `GET ${path}`,
      loses,
      request: () => ({ method: 'GET', path }),
      expects: [status(200), listOf(shape, what)],
      learn: learnEntityTag(path),
    },
    {
      call: `GET ${path} with If-None-Match`,
      loses: 'nothing but traffic',
      optional: true,
      request: (known) =>
        given(known.entityTags.get(path), 'no ETag', (tag) => ({
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
    ...list('/getallCategory', category, 'a category', 'the page of categories'),
    ...list('/AllPublishers', publisher, 'a publisher', 'the page of publishers'),
    ...list('/AllAuthors', author, 'an author', 'the page of authors'),
    ...list('/AllLanguages', language, 'a language', 'the choice of languages'),
    ...list('/AllCoupons', coupon, 'a coupon', 'the coupons in the cart'),
    ...list('/TodaysNotifications', notification, 'a notification', 'the banner of today’s notifications'),
    ...list('/AllMarketting', post, 'a post', 'the posts of the home page'),
    ...list('/AllSlideImages', slide, 'a slide', 'the carousel of the home page'),
  ],
};
