import { Box, DataList, Flex, Grid, Text } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { Cover } from '#web/catalogue/Cover.tsx';
import { productPath } from '#web/catalogue/ProductCard.tsx';
import { formatRupees, scriptLanguage } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Amount } from '#web/quote/OrderSummary.tsx';
import { computeOrderAmounts, multiplyRupees } from '#web/quote/order-amounts.ts';
import { LinkButton } from '#web/ui/form/buttons.tsx';
import { CancelOrderButton } from './CancelOrderButton.tsx';
import { OrderAgainButton } from './OrderAgainButton.tsx';
import { OrderFacts, unreadableTitle } from './OrderCard.tsx';
import { OrderSteps } from './OrderSteps.tsx';
import type { OrderFieldsFragment } from './Orders.generated.ts';

interface OrderDetailsProps {
  order: OrderFieldsFragment;
  /** Called when a link or 'Order again' leaves the dialog. */
  onLeave: () => void;
}

/** An order's steps, lines, amounts, address and tracking (requirements.md 2.9), and what can be done with it. */
export function OrderDetails({ order, onLeave }: OrderDetailsProps) {
  const { t } = useTranslation('account');
  return (
    <Grid gap="6">
      <OrderFacts order={order} />
      <OrderSteps order={order} />
      <section>
        <Title>{t('orders.lines')}</Title>
        <ul>
          {order.lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change.
            <Flex as="li" key={index} align="start" gap="4" paddingBlock="3" borderBlockStartWidth="1px">
              <OrderLine line={line} onLeave={onLeave} />
            </Flex>
          ))}
        </ul>
      </section>
      <OrderSum order={order} />
      <section>
        <Title>{t('orders.deliverTo')}</Title>
        <Text as="address" fontStyle="normal" overflowWrap="anywhere">
          {order.address}
        </Text>
      </section>
      <Flex className="no-print" wrap="wrap" gap="3">
        <OrderAgainButton order={order} onPress={onLeave} />
        <LinkButton size="sm" to={`/profile/invoice/${order.id}`} onClick={onLeave}>
          {t('invoice.title')}
        </LinkButton>
        <LinkButton size="sm" to={`/contactus?order=${encodeURIComponent(order.number)}`} onClick={onLeave}>
          {t('orders.help')}
        </LinkButton>
        <CancelOrderButton order={order} />
      </Flex>
    </Grid>
  );
}

function Title({ children }: { children: string }) {
  return (
    <Text as="h3" marginBlockEnd="2">
      {children}
    </Text>
  );
}

function OrderLine({ line, onLeave }: { line: OrderFieldsFragment['lines'][number]; onLeave: () => void }) {
  const { t } = useTranslation('account');
  const { product, productName, quantity, unitPrice } = line;
  return (
    <>
      <Box as="span" flex="none" width="3.25rem" fontSize={unreadableTitle} aria-hidden="true">
        <Cover src={product?.thumbnail ?? product?.images[0]} name={productName} slot="lineItem" />
      </Box>
      <Box flex="1" minWidth="0">
        <Text fontWeight="semibold" lang={scriptLanguage(productName)}>
          {product == null ? (
            productName
          ) : (
            <Link to={productPath(product.sku)} onClick={onLeave}>
              {productName}
            </Link>
          )}
        </Text>
        <p className="muted">
          {unitPrice == null
            ? t('orders.copies', { count: quantity })
            : t('orders.quantity', { count: quantity, price: formatRupees(unitPrice) })}
        </p>
        {product == null && <p className="muted">{t('orders.noLongerListed')}</p>}
      </Box>
      {unitPrice != null && <Text flex="none">{formatRupees(multiplyRupees(unitPrice, quantity))}</Text>}
    </>
  );
}

function OrderSum({ order }: { order: OrderFieldsFragment }) {
  const { t } = useTranslation('account');
  const { itemTotal, discount, shipping, deliveryFee, total } = computeOrderAmounts(order);
  const rows = [
    { name: t('orders.itemTotal'), amount: itemTotal },
    { name: t('orders.discount'), amount: discount === null ? null : -discount },
    { name: t('orders.shipping'), amount: shipping },
    { name: t('orders.deliveryFee'), amount: deliveryFee },
  ];
  return (
    <section>
      <Title>{t('orders.amounts')}</Title>
      <DataList.Root gap="1">
        {rows.map(
          ({ name, amount }) => amount !== null && <Amount key={name} label={name} rupees={amount} />,
        )}
        <Amount label={t('orders.total')} rupees={total} isTotal />
      </DataList.Root>
    </section>
  );
}
