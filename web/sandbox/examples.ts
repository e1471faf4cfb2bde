import list from './examples.json';

/** An operation to try: what it shows, and all that it needs. */
export interface Example {
  area: string;
  title: string;
  /** The operation's GraphQL text. */
  query: string;
  /** The operation's name in it. */
  name: string;
  variables: Record<string, unknown>;
  /** Whether it answers only to a signed-in shopper. */
  needsSession: boolean;
}

const texts = import.meta.glob<string>('./examples/*.graphql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The examples in the order of `examples.json`; each operation is a file of its own in `examples/`. */
export const examples: readonly Example[] = list.map(({ operation, ...example }) => {
  const query = texts[`./examples/${operation}.graphql`];
  if (query === undefined) throw new Error(`There is no file examples/${operation}.graphql.`);
  const name = /^(?:query|mutation) (\w+)/m.exec(query)?.[1];
  if (name === undefined) throw new Error(`The operation in examples/${operation}.graphql has no name.`);
  return { ...example, query, name };
});

/** The areas in the order in which they first come up, each with its examples. */
export const areas: readonly [area: string, examples: Example[]][] = [
  ...Map.groupBy(examples, ({ area }) => area),
];

/** An example's variables as the editor shows them. */
export function variablesText({ variables }: Example): string {
  return JSON.stringify(variables, null, 2);
}
