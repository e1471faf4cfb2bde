import { Box, Card, DataList, Flex, Grid, Text } from '@chakra-ui/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatDate } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { OrderedAmounts, OrderedBooks, ordersPath } from '#web/orders/OrderContents.tsx';
import { LinkButton } from '#web/ui/form/buttons.tsx';
import { useMotion } from '#web/ui/hooks/use-motion.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { PlacedOrderFragment } from './PlacedOrder.generated.ts';

interface OrderPlacedProps {
  order: PlacedOrderFragment;
  title: string;
}

/**
 * The confirmation of an order, or of its cancellation: books, amounts and payment, and, unless the order was cancelled,
 * the delivery and what happens next.
 */
export function OrderPlaced({ order, title }: OrderPlacedProps) {
  const { t, language } = useTranslation('checkout');
  // An animation that has not loaded by now is skipped, because it would first hide the visible check mark.
  const [motion] = useState(useMotion());
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    window.scrollTo(0, 0);
  }, []);
  const { number, address, paymentMethod, expectedBy, cancellable } = order;
  const isCancelled = order.status === 'CANCELLED';
  const facts = [
    { name: t('placed.number'), value: <strong>{number}</strong> },
    paymentMethod !== null && { name: t('placed.payment'), value: t(`placed.${paymentMethod}`) },
    expectedBy !== null &&
      !isCancelled && { name: t('placed.expected'), value: formatDate(expectedBy, language) },
    !isCancelled && { name: t('placed.address'), value: address },
  ].filter((fact) => fact !== false);
  const icon = <Icon name={isCancelled ? 'close' : 'check'} size={44} />;
  return (
    <Grid
      as="article"
      templateColumns="minmax(0, 1fr)"
      justifyItems="center"
      gap="6"
      paddingBlock="clamp(1.5rem, 6vw, 4rem)"
      textAlign="center"
    >
      <Grid
        placeItems="center"
        boxSize="5rem"
        borderRadius="full"
        background={isCancelled ? 'bg.muted' : 'bg.success'}
        color={isCancelled ? 'fg.muted' : 'fg.success'}
      >
        {isCancelled || motion === undefined ? icon : <motion.AppearOnce>{icon}</motion.AppearOnce>}
      </Grid>
      <Box as="h1" ref={heading} tabIndex={-1}>
        {title}
      </Box>
      <Grid templateColumns="minmax(0, 1fr)" gap="4" width="min(100%, 34rem)" textAlign="start">
        <Panel>
          <DataList.Root gap="3">
            {facts.map(({ name, value }) => (
              <DataList.Item key={name} justifyContent="start">
                <DataList.ItemLabel flex="none" width="8rem" color="fg.muted">
                  {name}
                </DataList.ItemLabel>
                <DataList.ItemValue flex="1" minWidth="0" overflowWrap="anywhere">
                  {value}
                </DataList.ItemValue>
              </DataList.Item>
            ))}
          </DataList.Root>
        </Panel>
        <Panel title={t('lines.title')}>
          {order.lines.length > 0 && <OrderedBooks lines={order.lines} />}
          <OrderedAmounts order={order} />
        </Panel>
        {!isCancelled && (
          <Panel title={t('placed.next')}>
            <Grid as="ol" gap="1" paddingInlineStart="5" listStyleType="decimal">
              <li>
                {t('placed.nextPack')} {cancellable && t('placed.nextCancel')}
              </li>
              <li>
                {paymentMethod === 'CASH_ON_DELIVERY' ? t('placed.nextCash') : t('placed.nextDelivery')}
              </li>
            </Grid>
          </Panel>
        )}
      </Grid>
      <Flex wrap="wrap" justify="center" gap="3">
        <LinkButton to={ordersPath} variant="solid">
          {t('placed.orders')}
        </LinkButton>
        <LinkButton to="/product">{t('placed.browse')}</LinkButton>
      </Flex>
    </Grid>
  );
}

function Panel({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <Card.Root>
      <Card.Body padding="5">
        {title !== undefined && (
          <Text as="h2" fontSize="var(--title-3)">
            {title}
          </Text>
        )}
        {children}
      </Card.Body>
    </Card.Root>
  );
}
