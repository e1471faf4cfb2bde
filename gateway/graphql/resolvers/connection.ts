import type { Edge, Page } from '../../catalogue/connection.ts';

/** The resolvers that all connections share. `totalCount` needs none, because it is a property of `Page`. */
export const connection = {
  nodes: <Node>({ edges }: Page<Node>): Node[] => edges.map(({ node }) => node),
  pageInfo: ({ edges, hasNextPage, hasPreviousPage }: Page<unknown>) => ({
    hasNextPage,
    hasPreviousPage,
    startCursor: edges[0]?.cursor() ?? null,
    endCursor: edges.at(-1)?.cursor() ?? null,
  }),
};

/** The resolver that all edges share. `node` needs none, because it is a property of `Edge`. */
export const edge = {
  cursor: ({ cursor }: Edge<unknown>): string => cursor(),
};
