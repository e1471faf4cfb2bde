import type { Edge, Page } from '../../catalogue/connection.ts';

/** The fields of all connections, besides the plain properties of a page. */
export const connection = {
  nodes: <Node>({ edges }: Page<Node>): Node[] => edges.map(({ node }) => node),
  pageInfo: ({ edges, hasNextPage, hasPreviousPage }: Page<unknown>) => ({
    hasNextPage,
    hasPreviousPage,
    startCursor: edges[0]?.cursor() ?? null,
    endCursor: edges.at(-1)?.cursor() ?? null,
  }),
};

/** The fields of all edges. */
export const edge = {
  cursor: ({ cursor }: Edge<unknown>): string => cursor(),
};
