/** The colours an emblem is drawn in. */
export interface EmblemColors {
  readonly line: string;
  readonly accent: string;
  /** The background behind the emblem. */
  readonly background: string;
}

/** Draws a small picture around the origin; x and y are between about -100 and 100. */
export type Emblem = (colors: EmblemColors) => string;
