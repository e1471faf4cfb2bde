import { Box, Button, Flex, Grid, Text } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import type { CartLine } from '#web/cart/optimistic-cart.ts';
import { QuantitySelector } from '#web/cart/QuantitySelector.tsx';
import { Cover } from '#web/catalogue/Cover.tsx';
import { getProductPath } from '#web/catalogue/ProductCard.tsx';
import { RupeePrice } from '#web/catalogue/RupeePrice.tsx';
import { TransliteratedNames } from '#web/catalogue/TransliteratedNames.tsx';
import { detectNameLanguage, formatRupees } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { buildChoiceQuery, singleAddressPath } from '#web/quote/purchase-choice.ts';
import { LinkButton } from '#web/ui/form/buttons.tsx';
import { LabelledCheckbox } from '#web/ui/form/choice-fields.tsx';
import { toasts } from '#web/ui/toast/toasts.ts';

interface CartLineRowProps {
  line: CartLine;
  /** Whether the line is selected for the order; always false for an unavailable product and for visitors. */
  selected?: boolean;
  /** The remaining stock if it is less than the line's quantity; otherwise undefined. */
  stockLeft?: number | undefined;
  /** Omitted for visitors, who can neither select lines nor buy a product alone. */
  onSelect?: (selected: boolean) => void;
  onQuantityChange: (quantity: number) => void;
  onRemove: () => void;
}

/** A line of the cart. An unavailable product is greyed out and can only be viewed or removed. */
export function CartLineRow(props: CartLineRowProps) {
  const { line, selected = false, stockLeft, onSelect, onQuantityChange, onRemove } = props;
  const { t } = useTranslation('cart');
  const { product, available, quantity, lineTotal } = line;
  const { name, author } = product;
  const language = product.language?.name;
  const warnOutOfStock = available ? undefined : () => toasts.warning(t('outOfStock'));
  return (
    <Grid
      {...rowStyle}
      gridTemplate={onSelect === undefined ? templateWithoutCheckbox : templateWithCheckbox}
    >
      {onSelect !== undefined && (
        <Box gridArea="checkbox" alignSelf="center">
          <LabelledCheckbox
            label={t('select', { name })}
            hideLabel
            checked={selected}
            disabled={!available}
            onChange={onSelect}
          />
        </Box>
      )}
      <Box asChild gridArea="cover" {...(!available && { filter: 'grayscale(1)', opacity: 0.6 })}>
        <Link to={getProductPath(product.sku)} tabIndex={-1} aria-hidden="true" onClick={warnOutOfStock}>
          <Cover
            src={product.images[0] ?? product.thumbnail}
            name={name}
            language={language}
            slot="lineItem"
          />
        </Link>
      </Box>
      {/* Grey like the cover, but not translucent, so that the text stays readable. */}
      <Box gridArea="details" {...(!available && { color: 'fg.muted', filter: 'grayscale(1)' })}>
        <Text
          as="h2"
          fontSize="1.1875rem"
          _hover={{ color: 'accent.fg' }}
          lang={detectNameLanguage(name, language)}
        >
          <Link to={getProductPath(product.sku)} onClick={warnOutOfStock}>
            {name}
          </Link>
        </Text>
        {author != null && (
          <Text lineClamp={2} color="fg.muted" fontSize="sm" lang={detectNameLanguage(author.name, language)}>
            {author.name}
          </Text>
        )}
        <Text asChild color="fg.muted" fontSize="sm">
          <TransliteratedNames product={product} className="two-lines" />
        </Text>
        <RupeePrice product={product} />
      </Box>
      <Flex
        gridArea="controls"
        wrap="wrap"
        // Leaves room for the shadow of the cover.
        marginBlockStart={{ base: '2', sm: '0' }}
        gap="2"
        columnGap="5"
        align="center"
        alignSelf="end"
        justify={{ smDown: 'space-between' }}
      >
        {available ? (
          <QuantitySelector quantity={quantity} name={name} onChange={onQuantityChange} />
        ) : (
          <Text color="fg.muted">{t('unavailable')}</Text>
        )}
        {available && stockLeft !== undefined && (
          <Text role="status" color="fg.warning" fontSize="sm">
            {t('stockLeft', { count: stockLeft })}
          </Text>
        )}
        {available && onSelect !== undefined && (
          <LinkButton
            to={`${singleAddressPath}${buildChoiceQuery({ productId: product.id, quantity })}`}
            {...actionStyle}
            aria-label={t('buyAloneName', { name })}
          >
            {t('buyAlone')}
          </LinkButton>
        )}
        <Button {...actionStyle} aria-label={t('removeName', { name })} onClick={onRemove}>
          {t('remove')}
        </Button>
      </Flex>
      {available && (
        <Text gridArea="total" fontSize="lg" fontVariantNumeric="tabular-nums" fontWeight="semibold">
          <span className="visually-hidden">{t('lineTotal')} </span>
          {formatRupees(lineTotal)}
        </Text>
      )}
    </Grid>
  );
}

const rowStyle = {
  position: 'relative',
  gap: '2',
  columnGap: { base: '3', sm: '4' },
  alignItems: 'start',
  paddingBlock: '5',
  borderBlockEndWidth: '1px',
} as const;

const templateWithCheckbox = {
  base: `
    "checkbox cover details" auto
    "checkbox cover total" auto
    "controls controls controls" auto
    / auto min(4.5rem, 24vw) minmax(0, 1fr)`,
  sm: `
    "checkbox cover details total" auto
    "checkbox cover controls controls" auto
    / auto 5.5rem minmax(0, 1fr) auto`,
};

const templateWithoutCheckbox = {
  base: `
    "cover details" auto
    "cover total" auto
    "controls controls" auto
    / min(4.5rem, 24vw) minmax(0, 1fr)`,
  sm: `
    "cover details total" auto
    "cover controls controls" auto
    / 5.5rem minmax(0, 1fr) auto`,
};

const actionStyle = { variant: 'plain', paddingBlock: '2', fontSize: 'sm' } as const;
