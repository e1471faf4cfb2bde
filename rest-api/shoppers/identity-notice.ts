import type { Mail } from '../mail/mailer.ts';
import type { UserRecord } from './user-record.ts';

/**
 * The mail to a user's former e-mail address after a change of what the account is reached by, so that an
 * owner learns of a change by somebody else; undefined when nothing of that changed. It names nobody: the
 * address was never confirmed, so it may be a stranger's.
 */
export function identityNotice(before: UserRecord, after: UserRecord): Mail | undefined {
  const changes = [
    ...(before.email.toLowerCase() === after.email.toLowerCase() ? [] : ['e-mail address']),
    ...(before.contact === after.contact ? [] : ['contact number']),
  ];
  if (changes.length === 0) return undefined;
  const changed = changes.join(' and ');
  return {
    to: before.email,
    subject: `The ${changed} of your account changed`,
    text: [
      'Hello,',
      '',
      `the ${changed} of an account in our shop that used this e-mail address changed just now.`,
      '',
      'If that was you, you need not do anything. If it was not, please contact the shop at once.',
      '',
    ].join('\n'),
  };
}
