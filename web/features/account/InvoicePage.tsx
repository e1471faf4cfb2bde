import { Box, Button, Flex, Grid, type SystemStyleObject, Text } from '@chakra-ui/react';
import { useParams } from 'react-router-dom';
import { RequireShopper } from '#web/auth/RequireShopper.tsx';
import { multiplyRupees } from '#web/cart/optimistic-cart.ts';
import { detectNameLanguage, formatDate, formatInstantDate, formatRupees } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { getLineName, ordersPath, useDiscountLabel } from '#web/orders/OrderContents.tsx';
import { computeOrderAmounts } from '#web/orders/order-amounts.ts';
import { PageMeta } from '#web/routing/page-head.tsx';
import { useShop } from '#web/shop/shop.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/form/buttons.tsx';
import { QueryFallback } from '#web/ui/QueryFallback.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { ChakraPage } from '#web/ui/theme/ChakraScope.tsx';
import { PlaceholderHeading } from '#web/ui/theme/PlaceholderHeading.tsx';
import { type InvoiceQuery, useInvoiceQuery } from './Invoice.generated.ts';
import type { OrderFieldsFragment } from './Orders.generated.ts';

const tableStyle: SystemStyleObject = {
  width: 'full',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { paddingBlock: '2', paddingInlineStart: '4', textAlign: 'end', verticalAlign: 'top' },
  '& :is(th, td):first-of-type:not([colspan])': { paddingInlineStart: '0', textAlign: 'start' },
  // On paper, what doesn't fit is cut off. Only names may break anywhere: amounts keep their width.
  '& td:first-of-type': { _print: { overflowWrap: 'anywhere' } },
  '& thead, & tbody tr': { borderBlockEndWidth: '1px' },
  '& th, & tfoot tr:last-of-type': { fontWeight: 'semibold' },
};

type Customer = NonNullable<InvoiceQuery['user']>;
type InvoicedOrder = Extract<InvoiceQuery['node'], { __typename: 'Shipment' }>;

/** A printable invoice: the shop, the customer, the books of the order and its amounts. */
export function Component() {
  const { t } = useTranslation('account');
  return (
    <ChakraPage>
      <PageMeta title={t('invoice.title')} noIndex />
      <RequireShopper message={t('profile.prompt')} fallback={<InvoiceSkeleton />}>
        <InvoiceContent />
      </RequireShopper>
    </ChakraPage>
  );
}

function InvoiceContent() {
  const { t } = useTranslation('account');
  const { orderId = '' } = useParams();
  const query = useInvoiceQuery({ variables: { orderId } });
  const { user, node } = query.data ?? {};
  if (query.data === undefined || user == null) {
    return (
      <QueryFallback
        query={query}
        skeleton={<InvoiceSkeleton />}
        errorMessage={t('orders.failed')}
        heading={t('invoice.title')}
      />
    );
  }
  if (node?.__typename !== 'Shipment') {
    return (
      <EmptyState icon="box" level={1} title={t('invoice.missing')}>
        <LinkButton to={ordersPath} variant="solid">
          {t('profile.orders')}
        </LinkButton>
      </EmptyState>
    );
  }
  return <Invoice order={node} customer={user} />;
}

function Invoice({ order, customer }: { order: InvoicedOrder; customer: Customer }) {
  const { t, language } = useTranslation('account');
  const { t: tCheckout } = useTranslation('checkout');
  const shop = useShop();
  const { number, orderDate, address, paymentMethod, lines } = order;
  // The customer recorded with the order takes precedence, because the profile may have changed since. Some hosts
  // record no customer.
  const name = order.customerName ?? customer.username;
  return (
    <Box as="article" maxWidth="48rem" marginInline="auto">
      <Flex wrap="wrap" justify="space-between" gap="6">
        <div>
          <h1>{t('invoice.title')}</h1>
          <p>{t('orders.number', { number })}</p>
          <Text color="fg.muted">{formatDate(orderDate, language)}</Text>
          {order.status === 'CANCELLED' && <Cancellation order={order} />}
        </div>
        <Text as="address" fontStyle="normal" overflowWrap="anywhere" lang="en">
          <strong>{shop.legalName}</strong>
          <br />
          {shop.address.street}
          <br />
          {shop.address.city} {shop.address.pincode}, {shop.address.state}
          <br />
          {shop.telephone} · {shop.email}
        </Text>
      </Flex>
      <Box marginBlock="8">
        <Text as="h2" fontSize="var(--title-3)">
          {t('invoice.customer')}
        </Text>
        <p lang={detectNameLanguage(name)}>{name}</p>
        <Text overflowWrap="anywhere">{address}</Text>
        <Text color="fg.muted">{order.customerContact ?? customer.contact}</Text>
      </Box>
      <Box overflowX="auto" tabIndex={0} role="region" aria-label={t('invoice.books')}>
        <Box as="table" css={tableStyle}>
          {lines.length > 0 && (
            <>
              <thead>
                <tr>
                  <th>{t('invoice.book')}</th>
                  <th>{t('invoice.copies')}</th>
                  <th>{t('invoice.price')}</th>
                  <th>{t('invoice.amount')}</th>
                </tr>
              </thead>
              <tbody>
                {lines.map((line, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change.
                  <InvoiceLine key={index} line={line} />
                ))}
              </tbody>
            </>
          )}
          <InvoiceAmounts order={order} />
        </Box>
      </Box>
      <Grid gap="2" marginBlockStart="6">
        {paymentMethod !== null && (
          <p>
            {tCheckout('placed.payment')}: {tCheckout(`placed.${paymentMethod}`)}
          </p>
        )}
        <Text color="fg.muted" fontSize="sm">
          {t('invoice.taxes')}
        </Text>
        <Flex className="no-print" wrap="wrap" gap="3" marginBlockStart="2">
          <Button variant="solid" onClick={() => window.print()}>
            {t('invoice.print')}
          </Button>
          <LinkButton to={ordersPath}>{t('profile.orders')}</LinkButton>
        </Flex>
      </Grid>
    </Box>
  );
}

/** States that the order was cancelled. It is printed too, because the invoice would look valid without it. */
function Cancellation({ order: { statusHistory } }: { order: Pick<OrderFieldsFragment, 'statusHistory'> }) {
  const { t, language } = useTranslation('account');
  const step = statusHistory?.find(({ status }) => status === 'CANCELLED');
  return (
    <Text color="fg.error" fontWeight="semibold">
      {t('orders.statuses.CANCELLED')}
      {step !== undefined && `: ${formatInstantDate(step.changedAt, language)}`}
    </Text>
  );
}

function InvoiceLine({ line }: { line: OrderFieldsFragment['lines'][number] }) {
  const { quantity, unitPrice } = line;
  const name = getLineName(line);
  return (
    <tr>
      <td lang={detectNameLanguage(name)}>{name}</td>
      <td>{quantity}</td>
      <td>{unitPrice === null ? '–' : formatRupees(unitPrice)}</td>
      <td>{unitPrice === null ? '–' : formatRupees(multiplyRupees(unitPrice, quantity))}</td>
    </tr>
  );
}

function InvoiceAmounts({ order }: { order: OrderFieldsFragment }) {
  const { t } = useTranslation('account');
  const discountLabel = useDiscountLabel(order);
  const { discount } = computeOrderAmounts(order);
  const { shipping, deliveryFee, totalPrice } = order;
  const rows = [
    { name: discountLabel, amount: discount === null ? null : -discount },
    { name: t('orders.shipping'), amount: shipping },
    { name: t('orders.deliveryFee'), amount: deliveryFee === 0 ? null : deliveryFee },
    { name: t('orders.total'), amount: totalPrice },
  ];
  return (
    <tfoot>
      {rows.map(({ name, amount }) =>
        amount === null ? null : (
          <tr key={name}>
            <td colSpan={3}>{name}</td>
            <td>{formatRupees(amount)}</td>
          </tr>
        ),
      )}
    </tfoot>
  );
}

function InvoiceSkeleton() {
  const { t } = useTranslation('account');
  return (
    <Grid gap="4" aria-busy="true">
      <PlaceholderHeading className="visually-hidden">{t('invoice.title')}</PlaceholderHeading>
      <Skeleton height="2.75rem" width="min(100%, 18rem)" />
      <Skeleton height="18rem" />
    </Grid>
  );
}
