/** A list of 20 by category, as a listing page asks for it. */
export const listQuery = `query List($filter: ProductFilter) {
  products(filter: $filter, first: 20) {
    totalCount
    nodes { id name price mrp discountPercent available thumbnail isbn author { name } publisher { name } }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** What is posted for a category, and a highest price in rupees. */
export function listBody(category: string, maxPrice?: number): string {
  const filter = { categories: [category], ...(maxPrice !== undefined && { maxPrice }) };
  return JSON.stringify({ query: listQuery, variables: { filter } });
}
