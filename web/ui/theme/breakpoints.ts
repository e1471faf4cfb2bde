/**
 * The widths from which a layout changes. Chakra's style props use them by name (`{ md: … }`), and style sheets through
 * the media queries below.
 */
export const breakpoints = { xs: '480px', sm: '600px', md: '768px', lg: '1024px', xl: '1280px' };

/**
 * The custom media queries of style sheets: `@media (--from-md)` and `@media (--below-md)` for each breakpoint. The
 * build replaces them, because browsers do not support `@custom-media` (build/custom-media.ts).
 */
export const customMedia: ReadonlyMap<string, string> = new Map(
  Object.entries(breakpoints).flatMap(([name, width]) => [
    [`--from-${name}`, `width >= ${width}`],
    [`--below-${name}`, `width < ${width}`],
  ]),
);
