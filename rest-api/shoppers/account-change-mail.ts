import type { Mail } from '../mail/mailer.ts';
import type { UserRecord } from './user-record.ts';

/**
 * The e-mail that warns a user at the previous address after the e-mail address or contact number changed, in case
 * somebody else changed it. Returns undefined if neither changed. It contains no name, since the address was never
 * confirmed and may belong to a stranger.
 */
export function accountChangeMail(before: UserRecord, after: UserRecord): Mail | undefined {
  const changes = [
    ...(before.email.toLowerCase() === after.email.toLowerCase() ? [] : ['e-mail address']),
    ...(before.contact === after.contact ? [] : ['contact number']),
  ];
  if (changes.length === 0) return undefined;
  const changed = changes.join(' and ');
  return {
    to: before.email,
    subject: `Change to your account: ${changed}`,
    text: [
      'Hello,',
      '',
      `somebody has just changed the ${changed} of the account with this e-mail address in our shop.`,
      '',
      "If you made this change, you don't need to do anything. If you didn't, please contact the shop right away.",
      '',
    ].join('\n'),
  };
}
