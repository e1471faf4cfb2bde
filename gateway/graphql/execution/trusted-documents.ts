import { type DocumentNode, type GraphQLSchema, Kind, parse, validate } from 'graphql';
import { OperatorError } from '../../cli.ts';
import { OperationPlan } from './operation-plan.ts';

/** The texts of the documents that the storefront sends. Each has one operation. */
export interface TrustedDocuments {
  /** Those of the storefront that this gateway serves. */
  current: readonly string[];
  /** Those of previous builds, which open pages still send after a deployment. */
  previous: readonly string[];
}

/**
 * Plans all trusted documents. Those of previous builds are left out if they are no longer valid.
 *
 * @returns the plans by the document's text.
 * @throws {OperatorError} if a current document is invalid, because the storefront cannot work then.
 */
export function planTrustedDocuments(
  schema: GraphQLSchema,
  { current, previous }: TrustedDocuments,
): Map<string, OperationPlan> {
  const plans = new Map<string, OperationPlan>();
  for (const text of new Set([...current, ...previous])) {
    const planOrErrors = planDocument(schema, text);
    if (planOrErrors instanceof OperationPlan) plans.set(text, planOrErrors);
    else if (current.includes(text)) throw new OperatorError(describeInvalidDocument(text, planOrErrors));
  }
  return plans;
}

/** Returns the plan, or the reasons why there is none. */
function planDocument(schema: GraphQLSchema, text: string): OperationPlan | readonly Error[] {
  let document: DocumentNode;
  try {
    document = parse(text);
  } catch (error) {
    return [error instanceof Error ? error : new Error(String(error))];
  }
  const errors = validate(schema, document);
  if (errors.length > 0) return errors;
  const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  return operation?.kind === Kind.OPERATION_DEFINITION
    ? new OperationPlan(schema, document, operation)
    : [new Error('It has no operation.')];
}

function describeInvalidDocument(text: string, errors: readonly Error[]): string {
  const [title = ''] = text.split(/[({\n]/, 1);
  const reasons = errors.map(({ message }) => message.replaceAll(/\s+/g, ' ')).join(' ');
  return `The storefront was built for another schema.graphql: '${title.trim()}' is invalid. ${reasons} Run \`npm run build\`.`;
}
