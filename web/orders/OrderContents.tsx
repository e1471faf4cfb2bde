import { Box, DataList, Flex, Text } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { multiplyRupees } from '#web/cart/optimistic-cart.ts';
import { Cover } from '#web/catalogue/Cover.tsx';
import { getProductPath } from '#web/catalogue/ProductCard.tsx';
import { detectNameLanguage, formatRupees } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Amount } from '#web/quote/OrderSummary.tsx';
import type { OrderContentsFragment } from './OrderContents.generated.ts';
import { computeOrderAmounts } from './order-amounts.ts';

/** The path of My Orders, the section of the profile that lists the orders of the shopper. */
export const ordersPath = '/profile?section=orders';

/** A line of an order, as it is recorded. The product is null if the shop no longer lists it. */
type RecordedLine = OrderContentsFragment['lines'][number];

interface OrderedBooksProps {
  lines: readonly RecordedLine[];
  /** Called when the shopper follows a link to another page. */
  onLeave?: () => void;
}

/** The books of an order that was placed, with their quantities and prices. */
export function OrderedBooks({ lines, onLeave }: OrderedBooksProps) {
  return (
    <ul>
      {lines.map((line, index) => (
        <Flex
          as="li"
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change.
          key={index}
          wrap="wrap"
          align="start"
          gap="4"
          paddingBlock="3"
          borderBlockStartWidth="1px"
        >
          <OrderedBook line={line} onLeave={onLeave} />
        </Flex>
      ))}
    </ul>
  );
}

/** The name of the product in a line. Some REST hosts don't record it with the order. */
export function getLineName({ productName, product }: Pick<RecordedLine, 'productName' | 'product'>): string {
  return productName === '' ? (product?.name ?? '') : productName;
}

/** The font size of the title on placeholder covers that are too small for a readable title. */
export const smallCoverTitleSize = '0.25rem';

function OrderedBook({ line, onLeave }: { line: RecordedLine; onLeave: (() => void) | undefined }) {
  const { t } = useTranslation('account');
  const { product, quantity, unitPrice } = line;
  const name = getLineName(line);
  return (
    <>
      <Box as="span" flex="none" width="3.25rem" fontSize={smallCoverTitleSize} aria-hidden="true">
        <Cover src={product?.thumbnail ?? product?.images[0]} name={name} slot="lineItem" />
      </Box>
      <Box flex="1 6rem" minWidth="0">
        <Text fontWeight="semibold" lang={detectNameLanguage(name)}>
          {product === null ? (
            name
          ) : (
            <Link to={getProductPath(product.sku)} onClick={onLeave}>
              {name}
            </Link>
          )}
        </Text>
        <p className="muted">
          {unitPrice === null
            ? t('orders.copies', { count: quantity })
            : t('orders.quantity', { count: quantity, price: formatRupees(unitPrice) })}
        </p>
        {product === null && <p className="muted">{t('orders.noLongerListed')}</p>}
      </Box>
      {unitPrice !== null && <Text flex="none">{formatRupees(multiplyRupees(unitPrice, quantity))}</Text>}
    </>
  );
}

/** The amounts of an order that was placed, as far as they are recorded or can be computed. */
export function OrderedAmounts({ order }: { order: OrderContentsFragment }) {
  const { t } = useTranslation('account');
  const { t: tQuote } = useTranslation('quote');
  const discountLabel = useDiscountLabel(order);
  const { shipping, deliveryFee, totalPrice } = order;
  const { itemTotal, discount } = computeOrderAmounts(order);
  return (
    <DataList.Root gap="1">
      {itemTotal !== null && <Amount label={t('orders.itemTotal')} rupees={itemTotal} />}
      {discount !== null && <Amount label={discountLabel} rupees={discount} isDeduction />}
      {shipping !== null && (
        <Amount label={t('orders.shipping')} rupees={shipping} zeroText={tQuote('summary.free')} />
      )}
      {deliveryFee !== null && deliveryFee > 0 && (
        <Amount label={t('orders.deliveryFee')} rupees={deliveryFee} />
      )}
      <Amount label={t('orders.total')} rupees={totalPrice} isTotal />
    </DataList.Root>
  );
}

/** The label of an order's discount, with the name of the coupon if it is recorded. */
export function useDiscountLabel({ couponName }: Pick<OrderContentsFragment, 'couponName'>): string {
  const { t } = useTranslation('account');
  return couponName === null ? t('orders.discount') : t('orders.discountOfCoupon', { coupon: couponName });
}
