import type { z } from 'zod';
import {
  authorSchema,
  categorySchema,
  couponSchema,
  languageSchema,
  notificationSchema,
  postSchema,
  publisherSchema,
  slideSchema,
} from '#gateway/rest/catalogue-schema.ts';
import { type Area, type Check, ifNoneMatch, requestWith, saveEntityTag } from '../check.ts';
import { listOf, status, success, utf8 } from '../expectations.ts';

function createListChecks(
  path: string,
  record: z.ZodType,
  recordsName: string,
  impact: string,
  options = {},
): Check[] {
  return [
    {
      call: `GET ${path}`,
      impact,
      request: () => ({ method: 'GET', path }),
      expects: [success, utf8, listOf(record, recordsName, options)],
      save: saveEntityTag(path),
    },
    {
      call: `GET ${path} with If-None-Match`,
      impact: 'network traffic only',
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

/** For lists that may be empty: a host may then send null. */
const nullable = { mayBeNull: true };

export const lists: Area = {
  name: 'Lists',
  checks: [
    ...createListChecks('/getallCategory', categorySchema, 'categories', 'the page of categories'),
    ...createListChecks('/AllPublishers', publisherSchema, 'publishers', 'the page of publishers'),
    ...createListChecks('/AllAuthors', authorSchema, 'authors', 'the page of authors'),
    ...createListChecks('/AllLanguages', languageSchema, 'languages', 'the list of languages'),
    ...createListChecks('/AllCoupons', couponSchema, 'coupons', 'the coupons in the cart', nullable),
    ...createListChecks(
      '/TodaysNotifications',
      notificationSchema,
      'notifications',
      'the notification banner',
      nullable,
    ),
    ...createListChecks('/AllMarketting', postSchema, 'posts', 'the posts of the home page', nullable),
    ...createListChecks('/AllSlideImages', slideSchema, 'slides', 'the carousel of the home page', nullable),
  ],
};
