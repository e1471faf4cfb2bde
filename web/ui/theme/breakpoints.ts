/** The widths from which a layout changes, for Chakra's style props: `{ md: … }`. */
export const breakpoints = { sm: '600px', md: '768px', lg: '1024px', xl: '1280px' };
