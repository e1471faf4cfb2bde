import { Badge, Box, Button, Card, DataList, Flex, type SystemStyleObject, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Cover } from '#web/catalogue/Cover.tsx';
import { detectTextLanguage, formatDate, formatRupees } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { getLineName, smallCoverTitleSize } from '#web/orders/OrderContents.tsx';
import { OrderAgainButton } from './OrderAgainButton.tsx';
import { OrderSteps } from './OrderSteps.tsx';
import type { OrderFieldsFragment } from './Orders.generated.ts';
import { isInProgress } from './order-steps.ts';
import { useOrderAgain } from './use-order-again.ts';

/**
 * In narrow cards, the parts are stacked. From 34rem, the buttons are beside the title; from 46rem, the facts and steps
 * are also beside the covers.
 */
const cardLayout: SystemStyleObject = {
  display: 'grid',
  gap: '4',
  padding: '5',
  '& .covers, & .facts, & .steps': { '@container (min-width: 34rem)': { gridColumn: '1 / -1' } },
  '& .actions': { '@container (min-width: 34rem)': { gridArea: '1 / -2', alignSelf: 'start' } },
  '& .facts': {
    '@container (min-width: 34rem)': { gridTemplateColumns: 'repeat(3, auto) minmax(10rem, auto)' },
    '@container (min-width: 46rem)': {
      gridColumn: '2 / -1',
      gridTemplateColumns: 'repeat(3, minmax(0, 1fr)) minmax(0, 1.25fr)',
    },
  },
  '& .covers': { '@container (min-width: 46rem)': { gridColumn: '1' } },
  '& .steps': { '@container (min-width: 46rem)': { gridColumn: '2 / -1' } },
  '& .head': {
    '@container (min-width: 34rem)': { justifyContent: 'start' },
    '@container (min-width: 46rem)': { gridColumn: '1 / 3' },
  },
  '@container (min-width: 34rem)': { gridTemplateColumns: '1fr auto' },
  '@container (min-width: 46rem)': { gridTemplateColumns: '11.5rem 1fr auto', columnGap: '6' },
};

interface OrderCardProps {
  order: OrderFieldsFragment;
  /** Called when the pointer reaches the details button, to load the dialog before a click. */
  onPrepareDetails: () => void;
  onOpenDetails: () => void;
}

/** An order in the list: number, covers, facts, buttons and, while it is in progress, its steps. */
export function OrderCard({ order, onPrepareDetails, onOpenDetails }: OrderCardProps) {
  const { t } = useTranslation('account');
  const again = useOrderAgain();
  const copyCount = order.lines.reduce((count, { quantity }) => count + quantity, 0);
  return (
    <Card.Root as="article" css={cardLayout} aria-label={t('orders.number', { number: order.number })}>
      <Flex className="head" wrap="wrap" align="baseline" justify="space-between" gap="1" columnGap="4">
        <h3>{t('orders.number', { number: order.number })}</h3>
        {copyCount > 0 && (
          <Text color="fg.muted" fontSize="sm">
            {t('orders.items', { count: copyCount })}
          </Text>
        )}
      </Flex>
      <OrderCovers lines={order.lines} />
      <OrderFacts order={order} />
      {isInProgress(order) && (
        <Box className="steps">
          <OrderSteps order={order} />
        </Box>
      )}
      <Flex className="actions" wrap="wrap" gap="3">
        <OrderAgainButton order={order} {...again} />
        <Button
          size="sm"
          aria-label={t('orders.detailsOf', { number: order.number })}
          aria-haspopup="dialog"
          onPointerEnter={onPrepareDetails}
          onClick={onOpenDetails}
        >
          {t('orders.details')}
        </Button>
      </Flex>
    </Card.Root>
  );
}

/** The date, total, status and tracking number of an order. */
export function OrderFacts({ order }: { order: OrderFieldsFragment }) {
  const { t, language } = useTranslation('account');
  const { orderDate, totalPrice, trackingNumber, trackingUrl } = order;
  return (
    // The second column holds the tracking number, which is the longest value.
    <DataList.Root
      className="facts"
      orientation="vertical"
      columnGap="4"
      gridTemplateColumns="minmax(0, 1fr) minmax(0, 1.25fr)"
    >
      <Fact name={t('orders.date')}>{formatDate(orderDate, language)}</Fact>
      <Fact name={t('orders.total')}>{formatRupees(totalPrice)}</Fact>
      <Fact name={t('orders.status')}>
        <OrderStatus order={order} />
      </Fact>
      <Fact name={t('orders.tracking')}>
        {trackingNumber ?? t('orders.noTracking')}
        {trackingUrl !== null && (
          <a className="link" href={trackingUrl} target="_blank" rel="noreferrer">
            {t('orders.track')}
          </a>
        )}
      </Fact>
    </DataList.Root>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <DataList.Item>
      <DataList.ItemLabel>{name}</DataList.ItemLabel>
      <DataList.ItemValue fontWeight="semibold">{children}</DataList.ItemValue>
    </DataList.Item>
  );
}

const maxCovers = 3;

/** Small covers of the first products of an order. Decorative: the order's details name the products. */
function OrderCovers({ lines }: Pick<OrderFieldsFragment, 'lines'>) {
  return (
    <Flex className="covers" wrap="wrap" align="center" gap="2" aria-hidden="true">
      {lines.slice(0, maxCovers).map((line, index) => (
        // An order may contain a title twice, and a product that is no longer listed has no id.
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change.
        <Box as="span" key={index} width="2.75rem" fontSize={smallCoverTitleSize}>
          <Cover
            src={line.product?.thumbnail ?? line.product?.images[0]}
            name={getLineName(line)}
            slot="lineItem"
          />
        </Box>
      ))}
      {lines.length > maxCovers && (
        <Text as="span" color="fg.muted" fontSize="sm">
          +{lines.length - maxCovers}
        </Text>
      )}
    </Flex>
  );
}

/** The status of an order. An unknown status is shown as the REST host returned it. */
export function OrderStatus({ order }: { order: Pick<OrderFieldsFragment, 'status' | 'statusText'> }) {
  const { t, language } = useTranslation('account');
  const { status, statusText } = order;
  const text = status === 'UNKNOWN' ? statusText : t(`orders.statuses.${status}`);
  return <Badge lang={detectTextLanguage(text, language)}>{text}</Badge>;
}
