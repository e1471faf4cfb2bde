import { type ArgumentNode, type FieldNode, type GraphQLNamedType, type GraphQLSchema, Kind } from 'graphql';

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
const callingFields: ReadonlySet<string> = new Set(['Query.user', 'User.order', 'User.orders']);
/** Fields for which the whole catalogue is looked at: counts of a shelf are of what stands beside it too. */
const countingFields: ReadonlySet<string> = new Set(['ProductConnection.facets']);

/** What a field costs for work that its objects do not show. */
export function fieldCost(schema: GraphQLSchema, parent: GraphQLNamedType, node: FieldNode): number {
  if (parent === schema.getMutationType()) return points.change;
  const isRoot = parent === schema.getQueryType();
  const look = isRoot ? points.search : points.searchBelow;
  const search = (node.arguments ?? []).some((argument) => isSearch(argument, isRoot)) ? look : 0;
  const field = `${parent.name}.${node.name.value}`;
  const call = callingFields.has(field) ? points.call : 0;
  const count = countingFields.has(field) ? points.search : 0;
  return search + call + count;
}

/** Whether an argument asks for a look at each. The whole catalogue is kept in order of price, a shelf is not. */
function isSearch({ name, value }: ArgumentNode, isRoot: boolean): boolean {
  const isLook = searchArguments.has(name.value) || (!isRoot && name.value === 'sort');
  return isLook && value.kind !== Kind.NULL;
}
