import type { Request } from 'express';
import { z } from 'zod';
import { mailLanguages } from '../database/order-tables.ts';

/** A language in which e-mails are written. */
export type MailLanguage = (typeof mailLanguages)[number];

/** Describes the header that `readMailLanguage` reads. */
export const languageHeader = z.object({
  'Accept-Language': z
    .string()
    .optional()
    .meta({ description: 'The language of e-mails: `en`, `mr` or `hi`', examples: ['mr'] }),
});

/** The mail language that the client prefers according to `Accept-Language`; English if it accepts no mail language. */
export function readMailLanguage(request: Request): MailLanguage {
  const accepted = request.acceptsLanguages([...mailLanguages]);
  return mailLanguages.find((language) => language === accepted) ?? mailLanguages[0];
}
