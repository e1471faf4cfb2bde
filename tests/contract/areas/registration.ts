import { type Area, given, ifNoneMatch, type Known, learnEntityTag } from '../check.ts';
import { one, refused, says, status, where } from '../expectations.ts';
import type { Answer, Request } from '../host.ts';
import { user } from '../shapes.ts';
import { someContact } from '../visitor.ts';

/** Any field whose name has to do with a password, at any depth. */
const passwordField = /"[^"]*password[^"]*":(?!null|"")/i;

const noPassword = {
  claim: 'no password',
  fault: ({ text }: Answer) => (passwordField.test(text) ? 'a field with a password' : undefined),
};

const theVisitor = where(user, 'the one that registered', (found, { visitor }) => {
  const isVisitor = found.email === visitor.email && String(found.contact) === visitor.contact;
  return isVisitor ? undefined : `e-mail ${found.email}, contact ${found.contact}`;
});

const addressesAsSent = where(user, 'the address as it was sent', (found, { visitor }) => {
  const [sent] = visitor.addresses;
  const kept = found.addresses?.at(0);
  const isKept =
    kept !== undefined && kept.address === sent?.address && String(kept.pincode) === sent?.pincode;
  return isKept ? undefined : `addresses ${JSON.stringify(found.addresses)}`;
});

export const registration: Area = {
  name: 'Registration and login',
  checks: [
    {
      call: 'POST /addUser',
      loses: 'registration',
      request: ({ visitor }) => ({ method: 'POST', path: '/addUser', body: visitor }),
      expects: [status(201), noPassword],
    },
    {
      call: 'GET /getUserBycontact?contact=',
      loses: 'login: the gateway learns here who signed in',
      request: ({ visitor: { contact } }) => ({
        method: 'GET',
        path: '/getUserBycontact',
        query: { contact },
      }),
      expects: [status(200), one(user, 'a user'), theVisitor, noPassword],
      learn: rememberUser,
    },
    {
      call: 'GET /getUserById/{id}',
      loses: 'profile, cart and wish list',
      request: (known) => readUser(known),
      expects: [status(200), one(user, 'a user'), theVisitor, addressesAsSent, noPassword],
      learn: (answer, known) => {
        rememberUser(answer, known);
        learnEntityTag('/getUserById')(answer, known);
      },
    },
    {
      call: 'GET /getUserById/{id} with If-None-Match',
      loses: 'nothing but traffic',
      optional: true,
      request: (known) =>
        given(known.entityTags.get('/getUserById'), 'no ETag', (tag) => {
          const path = `/getUserById/${encodeURIComponent(known.user?.id ?? '')}`;
          return { method: 'GET', path, headers: ifNoneMatch(tag) };
        }),
      expects: [status(304)],
    },
    {
      call: 'POST /loginByContact',
      loses: 'login',
      request: (known) => registered(known, ({ visitor: { contact, password } }) => login(contact, password)),
      expects: [status(200)],
    },
    {
      call: 'POST /loginByContact with a wrong password',
      loses: 'everything: anybody would be let in',
      request: (known) =>
        registered(known, ({ visitor: { contact, password } }) => login(contact, `not ${password}`)),
      expects: [refused],
    },
    {
      call: 'POST /addUser with a contact that is taken',
      loses: 'the way to the login for those who are registered already',
      request: (known) =>
        registered(known, ({ visitor }) => ({
          method: 'POST',
          path: '/addUser',
          body: { ...visitor, email: `second-${visitor.email}` },
        })),
      expects: [refused, says('Contact number already exists!')],
    },
    {
      call: 'POST /addUser with an e-mail that is taken',
      loses: 'the message that the e-mail is taken',
      request: (known) =>
        registered(known, ({ visitor }) => ({
          method: 'POST',
          path: '/addUser',
          body: { ...visitor, contact: someContact() },
        })),
      expects: [refused, says('Duplicate entry')],
    },
  ],
};

/** A request that makes sense only when the host has the throw-away user. */
export function registered(known: Known, request: (known: Known) => Request): Request | string {
  return given(known.user, 'no user was registered', () => request(known));
}

/** The request for the throw-away user's record. */
export function readUser(known: Known) {
  return given(known.user, 'no user was registered', ({ id }) => ({
    method: 'GET' as const,
    path: `/getUserById/${encodeURIComponent(id)}`,
  }));
}

/** Keeps the throw-away user's record as the host gave it. */
export function rememberUser({ json }: Answer, known: Known): void {
  known.user = user.safeParse(json).data ?? known.user;
}

/** The request for a login. */
export function login(contact: string, password: string) {
  return { method: 'POST' as const, path: '/loginByContact', body: { contact, password } };
}
