import {
  getNamedType,
  isObjectType,
  Kind,
  OperationTypeNode,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { accountErrors } from '#tests/gateway/account-errors.ts';
import { buyingErrors } from '#tests/gateway/buying-errors.ts';
import { listErrorCodes, listSchemaMutations, schema } from '#tests/gateway/schema-fields.ts';
import { listClientOperations } from '#tests/released/operations.ts';
import { createI18n } from '#web/i18n/i18n.ts';
import english from '#web/i18n/locales/en.json' with { type: 'json' };
import { createErrorTranslator, type ErrorTranslator, type GatewayError } from '#web/i18n/server-messages.ts';

const languages = ['en', 'mr', 'hi'] as const;
const gatewayMessage = 'A text of the gateway.';
const rootFields = [...listSchemaMutations().map(({ name }) => name), 'checkoutQuote'];

function toScope(field: string): string {
  return `${field[0]?.toUpperCase()}${field.slice(1)}`;
}

function createUserError(rootField: string, code: string, error: Partial<GatewayError> = {}): GatewayError {
  const defaults = { field: undefined, parameters: {}, message: gatewayMessage };
  return { kind: 'userErrors', scope: toScope(rootField), code, ...defaults, ...error };
}

/** The fields of `Query` that have an error text of their own. */
function listFieldsWithText(): string[] {
  const prefix = 'SERVICE_UNAVAILABLE_';
  return Object.keys(english.serverMessages.errors).flatMap((key) =>
    key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
  );
}

/** The errors for which the storefront must have the gateway's English text. */
const errorCases = Object.entries({ ...accountErrors, ...buyingErrors })
  .flatMap(([rootField, cases]) => cases.map((errorCase) => ({ rootField, ...errorCase })))
  .filter(
    ({ rootField, code, field, input, message }) =>
      // Shoppers never enter the idempotency key.
      field !== 'idempotencyKey' &&
      // The storefront has one text for orders with lines that are not in the cart, even if the cart is empty.
      message !== 'Your cart is empty!' &&
      // The gateway's texts for these codes depend on `input.source`. The checkout pages have texts of their own.
      !(rootField === 'createShipment' && input.source !== 'CART' && /NO_PRODUCTS|UNAVAILABLE/.test(code)),
  );

describe.each(languages)('in %s, an error of the gateway', (language) => {
  let translate: ErrorTranslator;
  beforeAll(async () => {
    translate = createErrorTranslator(await createI18n(language));
  });

  it('has a text in this language, for each code of each mutation and of the quote', () => {
    const errors = rootFields.flatMap((rootField) =>
      listErrorCodes(rootField).map((code) => createUserError(rootField, code)),
    );
    expect(errors.length).toBeGreaterThan(100);
    const texts = errors.map((error) => [error.scope, error.code, translate(error)]);
    expect(texts.filter(([, , text]) => text === gatewayMessage || text === '')).toEqual([]);
    const isInLanguage = (text = '') => language === 'en' || /\p{Script=Devanagari}/u.test(text);
    expect(texts.filter(([, , text]) => !isInLanguage(text))).toEqual([]);
  });

  it.each([
    ['setCartQuantity', 'QUANTITY_OUT_OF_RANGE', { maxQuantity: 7 }, '7'],
    ['register', 'TOO_LONG', { maxLength: 321 }, '321'],
    ['register', 'TOO_SHORT', { minLength: 9 }, '9'],
    ['register', 'TOO_MANY_ADDRESSES', { maxAddresses: 13 }, '13'],
    ['createAddress', 'TOO_MANY_ADDRESSES', { maxAddresses: 13 }, '13'],
    ['createShipment', 'TOO_MANY_LINES', { maxLines: 55 }, '55'],
    // In minutes, rounded up.
    ['login', 'RATE_LIMITED', { retryAfterSeconds: 661 }, '12'],
  ])('of %s with the code %s shows its parameter', (rootField, code, parameters, shownValue) => {
    expect(translate(createUserError(rootField, code, { parameters }))).toMatch(
      new RegExp(`(?<!\\d)${shownValue}(?!\\d)`),
    );
  });

  it('about a limit of one product has a text of its own, without a digit', () => {
    const text = translate(
      createUserError('createShipment', 'TOO_MANY_LINES', { parameters: { maxLines: 1 } }),
    );
    expect([text === gatewayMessage, /\d/.test(text)]).toEqual([false, false]);
  });

  it('with the REST host\u2019s explanation shows it', () => {
    const parameters = { reason: 'Closed on Sundays.' };
    expect(translate(createUserError('createShipment', 'UPSTREAM_REJECTED', { parameters }))).toBe(
      'Closed on Sundays.',
    );
  });

  it('with a code that the storefront does not know shows the gateway\u2019s message', () => {
    expect(translate(createUserError('addToCart', 'FROM_THE_FUTURE'))).toBe(gatewayMessage);
  });

  const toText = (code: string, field?: string, parameters = {}) =>
    translate({ kind: 'errors', code, field, parameters, message: gatewayMessage });

  it('in `errors` has a text that depends on its code and field', () => {
    const fields = ['products', 'coupons', 'slides', 'marketingPosts', 'notifications', 'user'];
    const texts = fields.map((field) => toText('SERVICE_UNAVAILABLE', field));
    expect(
      new Set([...texts, toText('SERVICE_UNAVAILABLE'), toText('UNAUTHENTICATED'), gatewayMessage]).size,
    ).toBe(9);
  });

  it('about too many orders says in how many minutes to try again', () => {
    const tryAgainTexts = {
      en: ['Please try again in a minute.', 'Too many attempts. Please try again in 12 minutes.'],
      mr: ['कृपया एका मिनिटाने पुन्हा प्रयत्न करा.', 'खूप वेळा प्रयत्न झाला. कृपया 12 मिनिटांनी पुन्हा प्रयत्न करा.'],
      hi: ['कृपया एक मिनट बाद फिर कोशिश करें।', 'बहुत बार कोशिश हो चुकी है। कृपया 12 मिनट बाद फिर कोशिश करें।'],
    };
    for (const [index, retryAfterSeconds] of [41, 661].entries()) {
      expect(toText('RATE_LIMITED', 'createShipment', { retryAfterSeconds })).toContain(
        tryAgainTexts[language][index],
      );
    }
  });

  it('about a used-up quota says in how many seconds to try again', () => {
    const tryAgainTexts = {
      en: ['try again in one second.', 'try again in 17 seconds.'],
      mr: ['एका सेकंदाने पुन्हा प्रयत्न करा.', '17 सेकंदांनी पुन्हा प्रयत्न करा.'],
      hi: ['एक सेकंड बाद फिर कोशिश करें।', '17 सेकंड बाद फिर कोशिश करें।'],
    };
    for (const [index, retryAfterSeconds] of [1, 17].entries()) {
      expect(toText('RATE_LIMITED', undefined, { retryAfterSeconds })).toContain(
        tryAgainTexts[language][index],
      );
    }
  });
});

describe('in English, an error of the gateway', () => {
  it.each(errorCases.map((errorCase) => [errorCase.rootField, errorCase.code, errorCase] as const))(
    'of %s with the code %s has the same text as the gateway\u2019s message',
    async (rootField, code, { field, message, parameters = {} }) => {
      const translate = createErrorTranslator(await createI18n('en'));
      const error = { field: field?.split('.').at(-1), parameters };
      expect(translate(createUserError(rootField, code, error))).toBe(message);
    },
  );
});

describe('the texts for user errors', () => {
  it('all belong to an error code, a mutation or the quote', () => {
    const codes = new Set(['failed', ...rootFields.flatMap(listErrorCodes)]);
    const scopes = new Set(rootFields.map(toScope));
    const unused = Object.keys(english.serverMessages.userErrors).filter((key) => {
      const code = [...codes].find((name) => key === name || key.startsWith(`${name}_`));
      return code === undefined && !scopes.has(key);
    });
    expect(unused).toEqual([]);
  });
});

describe('the operations of the storefront', () => {
  const operations = listClientOperations().filter(({ name }) => /^web /.test(name));

  it('have an error message for each root field that they query, and for no other', () => {
    const fields = operations
      .flatMap(({ text }) => parse(text).definitions)
      .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
      .filter(({ operation }) => operation === OperationTypeNode.QUERY)
      .flatMap(({ selectionSet }) => selectionSet.selections)
      .map((selection) => (selection.kind === Kind.FIELD ? selection.name.value : 'a fragment'));
    // A quote reports its errors as data.
    const fieldsWithText = ['checkoutQuote', ...listFieldsWithText()];
    expect(fieldsWithText.sort()).toEqual([...new Set(fields)].sort());
  });

  const withErrors = operations.filter(({ text }) => /userErrors/.test(text));

  it.each(withErrors)('select everything that the texts of their errors depend on: $name', ({ text }) => {
    const typeInfo = new TypeInfo(schema);
    const missing: string[] = [];
    visit(
      parse(text),
      visitWithTypeInfo(typeInfo, {
        Field: {
          leave({ name, selectionSet }) {
            const type = getNamedType(typeInfo.getType());
            if (name.value !== 'userErrors' || !isObjectType(type)) return;
            const selected = selectionSet?.selections.map((node) => 'name' in node && node.name?.value);
            // If the operation does not select the message, the page shows a text of its own.
            if (!selected?.includes('message')) return;
            const fields = Object.keys(type.getFields());
            missing.push(...fields.filter((field) => !selected?.includes(field)));
          },
        },
      }),
    );
    expect(missing).toEqual([]);
  });
});
