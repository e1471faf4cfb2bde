/** Colours that are the same in light and dark. */
export const palette = {
  transparent: { value: 'transparent' },
  current: { value: 'currentColor' },
  black: { value: '#000000' },
  white: { value: '#ffffff' },
  // The backdrop of dialogs and drawers.
  blackAlpha: { 500: { value: 'rgb(24 18 10 / 0.55)' } },
};

/** The roles of one hue in Chakra's recipes. */
function hue(name: 'ink' | 'accent' | 'success' | 'danger' | 'warning') {
  return {
    contrast: { value: `var(--${name}-contrast)` },
    fg: { value: `var(--${name})` },
    subtle: { value: `var(--${name}-faint)` },
    muted: { value: `var(--${name}-soft)` },
    emphasized: { value: `var(--${name}-soft)` },
    solid: { value: `var(--${name}-solid)` },
    focusRing: { value: 'var(--focus)' },
    border: { value: 'var(--line-strong)' },
  };
}

/** Maps Chakra's semantic colours to the shop's CSS variables (`app/styles/tokens.css`). */
export const semanticColors = {
  bg: {
    DEFAULT: { value: 'var(--paper)' },
    subtle: { value: 'var(--paper-shade)' },
    muted: { value: 'var(--paper-shade)' },
    emphasized: { value: 'var(--line)' },
    inverted: { value: 'var(--ink)' },
    panel: { value: 'var(--sheet)' },
    error: { value: 'var(--danger-faint)' },
    warning: { value: 'var(--warning-faint)' },
    success: { value: 'var(--success-faint)' },
    info: { value: 'var(--ink-faint)' },
  },
  fg: {
    DEFAULT: { value: 'var(--ink)' },
    muted: { value: 'var(--ink-muted)' },
    subtle: { value: 'var(--ink-muted)' },
    inverted: { value: 'var(--paper)' },
    error: { value: 'var(--danger)' },
    warning: { value: 'var(--warning)' },
    success: { value: 'var(--success)' },
    info: { value: 'var(--ink)' },
  },
  border: {
    DEFAULT: { value: 'var(--line)' },
    muted: { value: 'var(--line)' },
    subtle: { value: 'var(--line)' },
    emphasized: { value: 'var(--line-strong)' },
    inverted: { value: 'var(--ink)' },
    error: { value: 'var(--danger)' },
    warning: { value: 'var(--warning)' },
    success: { value: 'var(--success)' },
    info: { value: 'var(--ink)' },
  },
  gray: hue('ink'),
  accent: hue('accent'),
  green: hue('success'),
  red: hue('danger'),
  orange: hue('warning'),
  blue: hue('ink'),
};
