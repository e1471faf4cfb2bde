import { defineRecipe } from '@chakra-ui/react';

/**
 * The styles of buttons, text fields and badges. Those of buttons and text fields refer to the CSS variables of
 * `app/styles/tokens.css` and to nothing of Chakra's, because the build also writes them as CSS classes for the pages
 * that do not load Chakra (`build/chakra-styles.ts`).
 */

const busySpinner = {
  content: '""',
  position: 'absolute',
  inset: '0',
  width: '1.25rem',
  height: '1.25rem',
  margin: 'auto',
  border: '2px solid var(--fg)',
  borderBlockStartColor: '#0000',
  borderRadius: 'var(--radius-full)',
  animation: 'spin var(--duration-spin) linear infinite',
};

export const button = defineRecipe({
  base: {
    display: 'inline-flex',
    flex: 'none',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '0.5rem',
    maxWidth: '100%',
    border: '1px solid #0000',
    fontWeight: '600',
    lineHeight: '1.3',
    textAlign: 'center',
    transition: 'background-color var(--duration-fast), border-color var(--duration-fast)',
    '&:disabled, &[aria-disabled="true"]': { cursor: 'not-allowed', color: 'var(--fg-muted)' },
    // On a busy button, a spinner replaces the label, which keeps its space. Not Chakra's `loading`, which disables the
    // button: it would lose the focus.
    '&[aria-busy="true"]': { position: 'relative', color: '#0000', cursor: 'progress' },
    '&[aria-busy="true"]::after': busySpinner,
  },
  variants: {
    variant: {
      outline: {
        borderColor: 'var(--border-strong)',
        borderRadius: 'var(--radius)',
        '&:hover:not(:disabled)': { background: 'var(--bg-subtle)' },
        '&:disabled, &[aria-disabled="true"]': { borderColor: 'var(--border)' },
      },
      solid: {
        borderColor: '#0000',
        borderRadius: 'var(--radius)',
        background: 'var(--accent-solid)',
        color: 'var(--accent-contrast)',
        '&:hover:not(:disabled)': { background: 'var(--accent-solid-hover)' },
        '&:disabled': { background: 'var(--neutral-soft)' },
        '&[aria-busy="true"]::after': {
          borderColor: 'var(--accent-contrast)',
          borderBlockStartColor: '#0000',
        },
      },
      // An icon in a circle.
      ghost: {
        position: 'relative',
        borderRadius: 'var(--radius-full)',
        '&:hover': { background: 'var(--neutral-faint)' },
      },
      // Text that looks like a link.
      plain: {
        color: 'var(--accent)',
        fontWeight: '400',
        textDecoration: 'underline',
        textDecorationThickness: '1px',
        textUnderlineOffset: '0.2em',
        '&:hover': { textDecorationThickness: '2px' },
      },
    },
    size: {
      md: { minHeight: 'var(--control-height)', paddingBlock: '0.375rem', paddingInline: '1.25rem' },
      sm: {
        minHeight: '2.25rem',
        paddingBlock: '0.375rem',
        paddingInline: '0.875rem',
        fontSize: 'var(--text-small)',
      },
    },
  },
  compoundVariants: [
    {
      variant: 'ghost',
      size: 'md',
      css: { width: 'var(--control-height)', paddingBlock: '0', paddingInline: '0' },
    },
    { variant: 'plain', size: 'md', css: { minHeight: 'auto', paddingBlock: '0', paddingInline: '0' } },
  ],
  defaultVariants: { variant: 'outline', size: 'md' },
});

export const input = defineRecipe({
  base: {
    width: '100%',
    minWidth: '0',
    minHeight: 'var(--control-height)',
    paddingBlock: '0.375rem',
    paddingInline: '0.875rem',
    border: '1px solid var(--border-strong)',
    borderRadius: 'var(--radius)',
    background: 'var(--bg-panel)',
    '&[aria-invalid="true"]': { borderColor: 'var(--danger)' },
  },
});

export const badge = defineRecipe({
  base: {
    display: 'inline-block',
    paddingBlock: '0.0625rem',
    paddingInline: '0.625rem',
    borderRadius: 'var(--radius-full)',
    background: 'var(--success-faint)',
    color: 'var(--success)',
    // Printed pages have no background colours, so the text needs no padding.
    _print: { paddingInline: '0' },
  },
});
