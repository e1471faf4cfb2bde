import type { Dimension } from './product.ts';

/** One value of a dimension: a category, a publisher, an author or a language. Its name identifies it. */
export interface Collection {
  dimension: Dimension;
  name: string;
  /** Its picture, as the REST host refers to it. */
  thumbnail: string | null;
}
