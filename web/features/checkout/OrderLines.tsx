import { Box, Button, Flex, Grid, Text } from '@chakra-ui/react';
import { QuantitySelector } from '#web/cart/QuantitySelector.tsx';
import { Cover } from '#web/catalogue/Cover.tsx';
import { detectNameLanguage, formatRupees } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import type { Quote } from '#web/quote/use-quote.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { passFocusToHeading } from '#web/ui/theme/PlaceholderHeading.tsx';

export type QuoteLine = Quote['lines'][number];

interface OrderLinesProps {
  /** Undefined while the quote is loading. */
  lines: readonly QuoteLine[] | undefined;
  /** Sets a line's quantity; 0 removes the product from the order. */
  onQuantityChange: (productId: string, quantity: number) => void;
  /** Whether each line has a quantity selector. */
  canChooseQuantity: boolean;
  /** Whether a product can be removed if its quantity is not available. False if there is only one product. */
  canRemove: boolean;
}

/** The products to order. */
export function OrderLines({ lines, ...rest }: OrderLinesProps) {
  const { t } = useTranslation('checkout');
  return (
    <section aria-label={t('lines.title')}>
      <Text as="h2" marginBlockEnd="2" fontSize="var(--title-3)">
        {t('lines.title')}
      </Text>
      {lines === undefined ? (
        <Skeleton height="6rem" />
      ) : (
        <Box as="ul" borderBlockStartWidth="1px">
          {lines.map((line) => (
            <OrderLine key={line.product.id} line={line} {...rest} />
          ))}
        </Box>
      )}
    </section>
  );
}

interface OrderLineProps extends Omit<OrderLinesProps, 'lines'> {
  line: QuoteLine;
}

function OrderLine({ line, onQuantityChange, canChooseQuantity, canRemove }: OrderLineProps) {
  const { t } = useTranslation('checkout');
  const { product, quantity, unitPrice, lineTotal, available } = line;
  const { id, name } = product;
  const language = product.language?.name;
  const stock = product.available ? (product.remainingQuantity ?? 0) : 0;
  return (
    <Grid
      as="li"
      gridTemplateColumns="3.25rem minmax(0, 1fr) auto"
      gap="1"
      columnGap="4"
      paddingBlock="3.5"
      borderBlockEndWidth="1px"
    >
      <div>
        <Cover src={product.images[0] ?? product.thumbnail} name={name} language={language} slot="lineItem" />
      </div>
      <div>
        <Text as="h3" fontSize="1.0625rem" lang={detectNameLanguage(name, language)}>
          {name}
        </Text>
        {product.author != null && (
          <Text {...detailStyle} lineClamp={2} lang={detectNameLanguage(product.author.name, language)}>
            {product.author.name}
          </Text>
        )}
        <Text {...detailStyle}>{t('lines.copies', { count: quantity, price: formatRupees(unitPrice) })}</Text>
        {canChooseQuantity && (
          <Box marginBlockStart="2">
            <QuantitySelector
              quantity={quantity}
              name={name}
              onChange={(next) => onQuantityChange(id, next)}
            />
          </Box>
        )}
        {!available && (
          <Flex
            role="alert"
            wrap="wrap"
            gap="1"
            columnGap="4"
            marginBlockStart="1.5"
            color="fg.error"
            fontSize="sm"
          >
            <p>{t('lines.outOfStock')}</p>
            {stock > 0 && (
              <Button ref={passFocusToHeading} variant="plain" onClick={() => onQuantityChange(id, stock)}>
                {t('lines.orderRemaining', { count: stock })}
              </Button>
            )}
            {canRemove && (
              <Button ref={passFocusToHeading} variant="plain" onClick={() => onQuantityChange(id, 0)}>
                {t('lines.remove')}
              </Button>
            )}
          </Flex>
        )}
      </div>
      <Text fontVariantNumeric="tabular-nums" fontWeight="semibold">
        {formatRupees(lineTotal)}
      </Text>
    </Grid>
  );
}

const detailStyle = { color: 'fg.muted', fontSize: 'sm' } as const;
