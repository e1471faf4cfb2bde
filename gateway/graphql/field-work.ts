import { type FieldNode, type GraphQLNamedType, type GraphQLSchema, Kind } from 'graphql';

/** What a field's work costs, in points, beyond a point for each object it gives. */
const points = {
  /** A look at every product, or name, that there is. */
  search: 50,
  /** A look at those of one shelf, or at the values of one dimension. */
  searchBelow: 5,
  /** Several calls to the REST host, one of which writes. */
  change: 50,
  /** A call to the REST host. */
  call: 25,
} as const;

const searchArguments: ReadonlySet<string> = new Set(['search', 'text', 'contains']);
/** Fields whose objects come from the REST host each time; all others come from the index. */
const callingFields: ReadonlySet<string> = new Set(['Query.user', 'User.orders']);

/** What a field costs for work that its objects do not show. */
export function workOf(schema: GraphQLSchema, parent: GraphQLNamedType, node: FieldNode): number {
  if (parent === schema.getMutationType()) return points.change;
  const look = parent === schema.getQueryType() ? points.search : points.searchBelow;
  const search = (node.arguments ?? []).some(isSearch) ? look : 0;
  return callingFields.has(`${parent.name}.${node.name.value}`) ? search + points.call : search;
}

function isSearch({ name, value }: NonNullable<FieldNode['arguments']>[number]): boolean {
  return searchArguments.has(name.value) && value.kind !== Kind.NULL;
}
