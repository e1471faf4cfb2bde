import { createSystem, defaultBaseConfig } from '@chakra-ui/react';
import {
  accordionSlotRecipe,
  animationStyles,
  breakpoints,
  buttonRecipe,
  checkboxSlotRecipe,
  checkmarkRecipe,
  comboboxSlotRecipe,
  dialogSlotRecipe,
  drawerSlotRecipe,
  fieldSlotRecipe,
  fieldsetSlotRecipe,
  inputRecipe,
  keyframes,
  layerStyles,
  menuSlotRecipe,
  nativeSelectSlotRecipe,
  popoverSlotRecipe,
  radioGroupSlotRecipe,
  radiomarkRecipe,
  spinnerRecipe,
  stepsSlotRecipe,
  tabsSlotRecipe,
  textareaRecipe,
  textStyles,
  toastSlotRecipe,
  tokens,
} from '@chakra-ui/react/theme';
import { palette, semanticColors } from './colors.ts';

const low = { value: 'var(--shadow-low)' };
const high = { value: 'var(--shadow-high)' };

/** The edge of what can be typed into must be seen (WCAG 1.4.11). */
const visibleEdge = { borderColor: 'border.emphasized' };

/**
 * Chakra with the recipes the shop uses and the shop's own colours, which are CSS variables (see
 * `app/styles/tokens.css`): light and dark need no rules of Chakra's. A component whose recipe is
 * missing here renders without looks; add its recipe.
 */
export const system = createSystem(
  defaultBaseConfig,
  {
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
          xs: low,
          sm: low,
          md: high,
          lg: high,
          xl: high,
          '2xl': high,
          inner: { value: 'none' },
          inset: { value: 'none' },
        },
        radii: { l1: { value: '3px' }, l2: { value: '6px' }, l3: { value: '10px' } },
      },
      recipes: {
        button: buttonRecipe,
        checkmark: checkmarkRecipe,
        input: inputRecipe,
        radiomark: radiomarkRecipe,
        spinner: spinnerRecipe,
        textarea: textareaRecipe,
      },
      slotRecipes: {
        accordion: accordionSlotRecipe,
        checkbox: checkboxSlotRecipe,
        combobox: comboboxSlotRecipe,
        dialog: dialogSlotRecipe,
        drawer: drawerSlotRecipe,
        field: fieldSlotRecipe,
        fieldset: fieldsetSlotRecipe,
        menu: menuSlotRecipe,
        nativeSelect: nativeSelectSlotRecipe,
        popover: popoverSlotRecipe,
        radioGroup: radioGroupSlotRecipe,
        steps: stepsSlotRecipe,
        tabs: tabsSlotRecipe,
        toast: toastSlotRecipe,
      },
    },
  },
  {
    theme: {
      recipes: {
        input: { variants: { variant: { outline: visibleEdge } } },
        textarea: { variants: { variant: { outline: visibleEdge } } },
      },
      slotRecipes: {
        combobox: {
          slots: comboboxSlotRecipe.slots,
          variants: { variant: { outline: { input: visibleEdge } } },
        },
        nativeSelect: {
          slots: nativeSelectSlotRecipe.slots,
          variants: { variant: { outline: { field: visibleEdge } } },
        },
      },
    },
  },
);
