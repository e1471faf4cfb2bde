/** The colours an emblem is drawn in. */
export interface Inks {
  readonly line: string;
  readonly accent: string;
  /** What shows through: the ground behind the emblem. */
  readonly ground: string;
}

/** A small drawing round the origin, within a radius of 100. */
export type Emblem = (inks: Inks) => string;
