import { createSystem, defaultBaseConfig } from '@chakra-ui/react';
import {
  accordionSlotRecipe,
  animationStyles,
  dialogSlotRecipe,
  drawerSlotRecipe,
  keyframes,
  layerStyles,
  spinnerRecipe,
  textStyles,
  timelineSlotRecipe,
  toastSlotRecipe,
  tokens,
} from '@chakra-ui/react/theme';
import { breakpoints } from './breakpoints.ts';
import { palette, semanticColors } from './colors.ts';
import { badge, button, input } from './recipes.ts';
import {
  alert,
  card,
  checkbox,
  dataList,
  field,
  nativeSelect,
  radioCard,
  steps,
  tabs,
} from './slot-recipes.ts';

const lowShadow = { value: 'var(--shadow-low)' };
const highShadow = { value: 'var(--shadow-high)' };
const raisedShadow = { value: 'var(--shadow-raised)' };

/**
 * Chakra with the recipes that the shop uses and the shop's own colours. The colours are CSS variables (see
 * `app/styles/tokens.css`), so Chakra needs no rules for dark mode. A component whose recipe is missing here
 * renders unstyled; add its recipe.
 */
export const system = createSystem(defaultBaseConfig, {
  globalCss: { html: { colorPalette: 'accent' } },
  preflight: false,
  theme: {
    breakpoints,
    keyframes,
    textStyles,
    layerStyles,
    animationStyles,
    tokens: {
      ...tokens,
      colors: palette,
      fonts: {
        heading: { value: 'var(--font-title)' },
        body: { value: 'var(--font-text)' },
        mono: { value: 'monospace' },
      },
    },
    semanticTokens: {
      colors: semanticColors,
      shadows: {
        xs: lowShadow,
        sm: lowShadow,
        md: highShadow,
        lg: raisedShadow,
        xl: highShadow,
        '2xl': highShadow,
        inner: { value: 'none' },
        inset: { value: 'none' },
      },
      radii: {
        l1: { value: 'var(--radius-small)' },
        l2: { value: 'var(--radius)' },
        l3: { value: 'var(--radius-large)' },
      },
    },
    recipes: { badge, button, input, spinner: spinnerRecipe, textarea: input },
    slotRecipes: {
      accordion: accordionSlotRecipe,
      alert,
      card,
      checkbox,
      dataList,
      dialog: dialogSlotRecipe,
      drawer: drawerSlotRecipe,
      field,
      nativeSelect,
      radioCard,
      steps,
      tabs,
      timeline: timelineSlotRecipe,
      toast: toastSlotRecipe,
    },
  },
});
