/** The colours an emblem is drawn in. */
export interface Inks {
  readonly line: string;
  readonly accent: string;
  /** The background behind the emblem. */
  readonly ground: string;
}

/** Draws a small picture around the origin, within a radius of 100. */
export type Emblem = (inks: Inks) => string;
