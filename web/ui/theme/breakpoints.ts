/**
 * The widths from which a layout changes. They are in rem, because larger text needs more space. Chakra's style props
 * use them by name (`{ md: … }`), and style sheets through the media queries below.
 */
export const breakpoints = { xs: '30rem', sm: '37.5rem', md: '48rem', lg: '64rem', xl: '80rem' };

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
