/** Colours that are the same in light and dark. */
export const palette = {
  transparent: { value: 'transparent' },
  current: { value: 'currentColor' },
  black: { value: '#000000' },
  white: { value: '#ffffff' },
  // The backdrop of dialogs and drawers.
  blackAlpha: { 500: { value: 'rgb(24 18 10 / 0.55)' } },
};

/** Creates the semantic tokens of a colour palette, as Chakra's recipes use them. */
function createPaletteTokens(name: 'neutral' | 'accent' | 'success' | 'danger' | 'warning') {
  return {
    contrast: { value: `var(--${name}-contrast)` },
    fg: { value: `var(--${name})` },
    subtle: { value: `var(--${name}-faint)` },
    muted: { value: `var(--${name}-soft)` },
    emphasized: { value: `var(--${name}-soft)` },
    solid: { value: `var(--${name}-solid)` },
    focusRing: { value: 'var(--focus)' },
    border: { value: 'var(--border-strong)' },
  };
}

/** Maps Chakra's semantic colours to the shop's CSS variables (`app/styles/tokens.css`). */
export const semanticColors = {
  bg: {
    DEFAULT: { value: 'var(--bg)' },
    subtle: { value: 'var(--bg-subtle)' },
    muted: { value: 'var(--bg-subtle)' },
    emphasized: { value: 'var(--border)' },
    inverted: { value: 'var(--fg)' },
    panel: { value: 'var(--bg-panel)' },
    error: { value: 'var(--danger-faint)' },
    warning: { value: 'var(--warning-faint)' },
    success: { value: 'var(--success-faint)' },
    info: { value: 'var(--neutral-faint)' },
  },
  fg: {
    DEFAULT: { value: 'var(--fg)' },
    muted: { value: 'var(--fg-muted)' },
    subtle: { value: 'var(--fg-muted)' },
    inverted: { value: 'var(--bg)' },
    error: { value: 'var(--danger)' },
    warning: { value: 'var(--warning)' },
    success: { value: 'var(--success)' },
    info: { value: 'var(--fg)' },
  },
  border: {
    DEFAULT: { value: 'var(--border)' },
    muted: { value: 'var(--border)' },
    subtle: { value: 'var(--border)' },
    emphasized: { value: 'var(--border-strong)' },
    inverted: { value: 'var(--fg)' },
    error: { value: 'var(--danger)' },
    warning: { value: 'var(--warning)' },
    success: { value: 'var(--success)' },
    info: { value: 'var(--fg)' },
  },
  gray: createPaletteTokens('neutral'),
  accent: createPaletteTokens('accent'),
  green: createPaletteTokens('success'),
  red: createPaletteTokens('danger'),
  orange: createPaletteTokens('warning'),
  blue: createPaletteTokens('neutral'),
};
