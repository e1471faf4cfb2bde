import graphqlPlugin from '@graphql-eslint/eslint-plugin';
import { ESLint, type Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import { schemaText } from '#gateway/graphql/server.ts';

/** All rules of the plugin for schemas and for Relay. */
const allRules: Linter.RulesRecord = {
  ...graphqlPlugin.configs['flat/schema-all'].rules,
  ...graphqlPlugin.configs['flat/schema-relay'].rules,
};

const adjustedRules: Linter.RulesRecord = {
  // The schema is grouped by subject.
  '@graphql-eslint/alphabetize': 'off',
  // Descriptions of one line are inline, longer ones are blocks.
  '@graphql-eslint/description-style': 'off',
  // The reasons contain the date of removal, because @deprecated has no argument for it. The test of descriptions
  // (schema-descriptions.test.ts) checks the reasons.
  '@graphql-eslint/require-deprecation-date': 'off',
  // The rule forbids the root types `Mutation` and `Subscription`. The schema has mutations.
  '@graphql-eslint/no-root-type': 'off',
  // The connections of the catalogue, `productChanges` and `checkoutQuote` are never null.
  '@graphql-eslint/require-nullable-result-in-root': 'off',
  // A payload contains the objects that the mutation changed, which are all that a client needs to update.
  '@graphql-eslint/require-field-of-type-query-in-mutation-result': 'off',
  // Short lists, such as the languages, need no connection.
  '@graphql-eslint/relay-edge-types': [
    'error',
    { withEdgeSuffix: true, shouldImplementNode: true, listTypeCanWrapOnlyEdgeType: false },
  ],
  // Objects of these types are values: no client looks them up or caches them separately.
  '@graphql-eslint/strict-id-in-types': [
    'error',
    {
      acceptedIdNames: ['id'],
      acceptedIdTypes: ['ID'],
      exceptions: {
        suffixes: ['Connection', 'Edge', 'Payload', 'Error', 'Quote', 'QuoteLine', 'Facets', 'Translation'],
        types: [
          'PageInfo',
          'FacetValue',
          'NameInitial',
          'ShipmentLine',
          'OrderStep',
          'PaymentOption',
          'OrderAddress',
          'DeliveryDays',
          'PriceRange',
          'ProductChange',
          'ProductChanges',
        ],
      },
    },
  ],
};

/** Fields that repeat the name of their type. requirements.md 3 names them, clients use them, or they are deprecated. */
const acceptedNames = [
  'Coupon.couponName',
  'Notification.notification',
  'User.username',
  'Address.address',
  'Shipment.shipmentCharges',
];
const acceptedMessages = acceptedNames.map((name) => {
  const [type, field] = name.split('.');
  return `Field "${field}" starts with the name of the parent type "${type}"`;
});

/** The messages of the linter for a schema. */
async function lint(text: string): Promise<string[]> {
  const eslint = new ESLint({
    overrideConfigFile: true,
    overrideConfig: {
      files: ['**/*.graphql'],
      languageOptions: {
        parser: graphqlPlugin.parser,
        parserOptions: { graphQLConfig: { schema: 'schema.graphql' } },
      },
      plugins: { '@graphql-eslint': graphqlPlugin },
      rules: { ...allRules, ...adjustedRules },
    },
  });
  const [result] = await eslint.lintText(text, { filePath: 'schema.graphql' });
  return (result?.messages ?? []).map(({ message }) => message);
}

describe('the schema', () => {
  it('passes the rules of GraphQL-ESLint', async () => {
    const messages = await lint(schemaText);
    expect(messages.filter((message) => !acceptedMessages.includes(message))).toEqual([]);
    expect(messages).toEqual(expect.arrayContaining(acceptedMessages));
  });

  it('fails the rules if the name of a type is not in PascalCase', async () => {
    const messages = await lint(schemaText.replace('type Coupon ', 'type coupon '));
    expect(messages).toContainEqual(expect.stringMatching(/"coupon" should be in PascalCase/));
  });
});
