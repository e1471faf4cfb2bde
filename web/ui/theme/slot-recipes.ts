import { defineSlotRecipe } from '@chakra-ui/react';
import {
  alertAnatomy,
  cardAnatomy,
  checkboxAnatomy,
  dataListAnatomy,
  fieldAnatomy,
  nativeSelectAnatomy,
  radioCardAnatomy,
  stepsAnatomy,
  tabsAnatomy,
} from '@chakra-ui/react/anatomy';
import { input } from './recipes.ts';

/** The shop's own styles of components that have several parts. */

export const field = defineSlotRecipe({
  slots: fieldAnatomy.keys(),
  base: {
    root: { display: 'grid', gap: '1', width: 'full', minWidth: '0' },
    label: { fontSize: 'sm', fontWeight: 'semibold' },
    helperText: { color: 'fg.muted', fontSize: 'sm' },
    errorText: { color: 'fg.error', fontSize: 'sm' },
  },
});

export const nativeSelect = defineSlotRecipe({
  slots: nativeSelectAnatomy.keys(),
  base: {
    root: { position: 'relative', display: 'grid' },
    field: {
      ...input.base,
      appearance: 'none',
      paddingInlineEnd: '10',
      textOverflow: 'ellipsis',
      '& option': { background: 'bg.panel', color: 'fg' },
      '&:disabled': { borderColor: 'border', color: 'fg.muted', cursor: 'not-allowed', opacity: '1' },
    },
    indicator: {
      position: 'absolute',
      insetBlock: '0',
      insetInlineEnd: '3',
      display: 'grid',
      alignContent: 'center',
      color: 'fg.muted',
      pointerEvents: 'none',
    },
  },
});

/** The invisible native input covers the control and its label, so that clicks and taps land on the input itself. */
export const hiddenInputStyle = {
  position: 'absolute',
  inset: '0',
  zIndex: 1,
  width: '100%',
  height: '100%',
  margin: 0,
  clip: 'auto',
  opacity: 0,
  cursor: 'inherit',
} as const;

const focusRing = {
  outline: '2px solid var(--focus)',
  outlineOffset: '2px',
};

const controlStyles = {
  display: 'grid',
  flex: 'none',
  placeItems: 'center',
  width: '5',
  height: '5',
  borderWidth: '1px',
  borderColor: 'border.emphasized',
  background: 'bg.panel',
  '&:is([data-state=checked], [data-state=indeterminate], [data-checked])': {
    borderColor: 'accent.solid',
    background: 'accent.solid',
    color: 'accent.contrast',
  },
  '&[data-disabled]': { borderColor: 'border', background: 'bg.subtle' },
};

export const checkbox = defineSlotRecipe({
  slots: checkboxAnatomy.keys(),
  base: {
    root: {
      position: 'relative',
      display: 'inline-flex',
      alignItems: 'start',
      gap: '2.5',
      cursor: 'pointer',
    },
    control: {
      ...controlStyles,
      marginBlockStart: '0.1875rem',
      borderRadius: 'l1',
      '&[data-focus-visible]': focusRing,
      '&[data-invalid]': { borderColor: 'border.error' },
    },
    label: { '& a': { position: 'relative', zIndex: '2' } },
  },
});

export const radioCard = defineSlotRecipe({
  slots: radioCardAnatomy.keys(),
  base: {
    root: { display: 'grid', gap: '3', minWidth: '0' },
    label: { fontFamily: 'heading', fontSize: 'var(--title-3)' },
    item: {
      position: 'relative',
      borderWidth: '1px',
      borderColor: 'border.emphasized',
      borderRadius: 'l2',
      background: 'bg.panel',
      cursor: 'pointer',
      overflowWrap: 'anywhere',
      '&:hover': { background: 'bg.subtle' },
      '&[data-state=checked]': {
        borderColor: 'accent.fg',
        background: 'accent.subtle',
        boxShadow: 'inset 0 0 0 1px var(--accent)',
      },
      '&:has(:focus-visible)': focusRing,
    },
    itemControl: { display: 'flex', alignItems: 'flex-start', gap: '3.5', padding: '4' },
    itemIndicator: {
      ...controlStyles,
      marginBlockStart: '0.2rem',
      borderRadius: 'full',
      // Filled by its border, because forced colours remove backgrounds.
      '& .dot': { borderWidth: '0.25rem', borderColor: 'currentColor', borderRadius: 'full' },
    },
  },
});

export const card = defineSlotRecipe({
  slots: cardAnatomy.keys(),
  base: {
    root: {
      display: 'grid',
      minWidth: '0',
      borderWidth: '1px',
      borderRadius: 'l3',
      background: 'bg.panel',
    },
    body: { display: 'grid', gap: '4', padding: 'clamp(1rem, 3vw, 1.5rem)' },
  },
});

/** A coloured box for a message. */
export const alert = defineSlotRecipe({
  slots: alertAnatomy.keys(),
  base: {
    root: { display: 'grid', gap: '1.5', borderRadius: 'l2', paddingBlock: '2.5', paddingInline: '3.5' },
    title: { fontWeight: 'semibold' },
  },
  variants: {
    status: {
      error: { root: { background: 'bg.error', color: 'fg.error' } },
      warning: { root: { background: 'bg.warning', color: 'fg.warning' } },
    },
  },
});

/** Names and values: each value on the same line as its name, or below it. */
export const dataList = defineSlotRecipe({
  slots: dataListAnatomy.keys(),
  variants: {
    orientation: {
      horizontal: {
        root: { display: 'grid', gap: '2', fontVariantNumeric: 'tabular-nums' },
        item: { display: 'flex', gap: '4', alignItems: 'baseline', justifyContent: 'space-between' },
        itemLabel: { minWidth: '0', overflowWrap: 'anywhere' },
        itemValue: { flex: 'none' },
      },
      vertical: {
        root: { display: 'grid', gap: '3' },
        itemLabel: { color: 'fg.muted', fontSize: 'sm' },
        itemValue: { minWidth: '0', overflowWrap: 'anywhere' },
      },
    },
  },
  defaultVariants: { orientation: 'horizontal' },
});

/** A tab is an icon above its text, underlined while selected. From `md`, the icon and the line are beside the text. */
export const tabs = defineSlotRecipe({
  slots: tabsAnatomy.keys(),
  base: {
    list: {
      display: { base: 'flex', md: 'grid' },
      flexWrap: 'wrap',
      gap: '1',
      borderBlockEndWidth: { base: '1px', md: '0' },
    },
    trigger: {
      display: { base: 'grid', md: 'flex' },
      flex: '1',
      justifyItems: 'center',
      alignItems: { md: 'center' },
      gap: { base: '1', md: '3' },
      padding: { base: '0.5rem 0.25rem', md: '0.625rem 0.875rem' },
      borderBlockEnd: { base: '3px solid #0000', md: '0' },
      borderInlineStart: { md: '3px solid #0000' },
      // Forced colours make a transparent line visible.
      '@media (forced-colors: active)': { borderColor: 'Canvas' },
      borderEndRadius: { md: 'l2' },
      fontSize: { base: 'sm', md: 'md' },
      lineHeight: '1.3',
      textAlign: { base: 'center', md: 'start' },
      _hover: { background: 'bg.subtle' },
      _selected: {
        borderColor: 'accent.fg',
        background: { md: 'accent.subtle' },
        color: 'accent.fg',
        fontWeight: 'semibold',
      },
    },
  },
});

/** On phones, the titles are below the indicators. */
export const steps = defineSlotRecipe({
  slots: stepsAnatomy.keys(),
  base: {
    root: { marginBlockEnd: '6' },
    list: { display: 'flex', flexWrap: 'wrap', gap: '2', sm: { gap: '4' } },
    item: {
      display: 'grid',
      flex: '1',
      minWidth: 'min-content',
      gridTemplateAreas: { base: '"mark line" "title title"', sm: '"mark title line"' },
      gridTemplateColumns: { base: 'auto 1fr', sm: 'auto auto 1fr' },
      gap: '1',
      columnGap: { base: '2', sm: '3' },
      alignItems: 'center',
      '&:last-of-type': { flex: 'none', '& [data-part=separator]': { display: 'none' } },
    },
    indicator: {
      gridArea: 'mark',
      display: 'grid',
      placeItems: 'center',
      boxSize: '6',
      borderWidth: '1px',
      borderColor: 'border.emphasized',
      borderRadius: 'full',
      fontSize: 'xs',
      fontWeight: 'semibold',
      '&[data-current]': { borderColor: 'accent.solid', color: 'accent.fg' },
      '&[data-complete]': {
        borderColor: 'accent.solid',
        background: 'accent.solid',
        color: 'accent.contrast',
      },
    },
    title: {
      gridArea: 'title',
      justifySelf: 'start',
      paddingBlock: '1',
      color: 'fg.muted',
      fontSize: { base: 'xs', sm: 'sm' },
      '&[aria-current=step]': { color: 'accent.fg', fontWeight: 'semibold' },
      '&:is(a):hover': { textDecoration: 'underline' },
    },
    separator: {
      gridArea: 'line',
      // A border, because forced colours show no backgrounds.
      borderTopWidth: '1px',
      borderColor: 'border.emphasized',
      '&[data-complete]': { borderColor: 'accent.solid' },
    },
  },
});
