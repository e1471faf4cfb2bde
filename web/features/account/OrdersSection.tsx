import { Button, Grid, Text } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useDialog } from '#web/ui/dialog/use-dialog.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/form/buttons.tsx';
import { useIsUnmounted } from '#web/ui/hooks/use-is-unmounted.ts';
import { useSingleTask } from '#web/ui/hooks/use-single-task.ts';
import { QueryFallback } from '#web/ui/QueryFallback.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { toasts } from '#web/ui/toast/toasts.ts';
import { OrderCard } from './OrderCard.tsx';
import { useOrdersQuery } from './Orders.generated.ts';

const loadOrderDialog = () => import('./OrderDialog.tsx').then(({ OrderDialog }) => OrderDialog);

/** The shopper's orders, newest first: ten at first, and ten more each time that the button below is pressed. */
export function OrdersSection() {
  const { t } = useTranslation('account');
  // Back and Forward keep the pages that were loaded. Otherwise the list is fetched again, because orders are also placed
  // and cancelled in other tabs, and the shop changes their status.
  const isRestored = useNavigationType() === 'POP';
  const [fetchPolicy] = useState<'cache-first' | 'network-only'>(isRestored ? 'cache-first' : 'network-only');
  const query = useOrdersQuery({ fetchPolicy, nextFetchPolicy: 'cache-first' });
  const { Dialog, dialogProps, prepare, open } = useDialog(loadOrderDialog);
  const [selectedId, setSelectedId] = useState<string>();
  const status = useRef<HTMLParagraphElement>(null);
  const orders = query.data?.user?.orders;

  if (orders == null) {
    return <QueryFallback query={query} skeleton={<OrdersSkeleton />} errorMessage={t('orders.failed')} />;
  }
  if (orders.edges.length === 0) {
    return (
      <EmptyState icon="box" level={3} title={t('orders.empty')} text={t('orders.emptyText')}>
        <LinkButton to="/product" variant="solid">
          {t('orders.browse')}
        </LinkButton>
      </EmptyState>
    );
  }
  const { endCursor, hasNextPage } = orders.pageInfo;
  const loadMore = async () => {
    const { data } = await query.fetchMore({ variables: { after: endCursor ?? null } });
    // The pressed button is removed, so the focus moves to the text above it.
    if (data?.user?.orders?.pageInfo.hasNextPage === false) status.current?.focus();
  };
  const selectedOrder = orders.edges.find(({ node }) => node.id === selectedId)?.node;
  return (
    <>
      {/* The layout of the cards depends on the space beside the menu, not on the window. */}
      <Grid as="ul" gap="4" containerType="inline-size">
        {orders.edges.map(({ node }) => (
          <li key={node.id}>
            <OrderCard
              order={node}
              onPrepareDetails={prepare}
              onOpenDetails={() => {
                setSelectedId(node.id);
                open();
              }}
            />
          </li>
        ))}
      </Grid>
      <Grid justifyItems="center" gap="3">
        <Text ref={status} role="status" tabIndex={-1} color="fg.muted">
          {hasNextPage
            ? t('orders.shown', { shown: orders.edges.length, total: orders.totalCount })
            : t('orders.allShown', { count: orders.totalCount })}
        </Text>
        {hasNextPage && <LoadMoreButton load={loadMore} />}
      </Grid>
      {Dialog !== null && selectedOrder !== undefined && <Dialog {...dialogProps} order={selectedOrder} />}
    </>
  );
}

function LoadMoreButton({ load }: { load: () => Promise<void> }) {
  const { t } = useTranslation('account');
  const isUnmounted = useIsUnmounted();
  const [runTask, loading] = useSingleTask();
  const loadMore = () =>
    load().catch(() => {
      // If another shopper has signed in, or nobody is signed in, the page no longer shows these orders.
      if (!isUnmounted()) toasts.error(t('orders.failed'));
    });
  return (
    <Button aria-busy={loading} onClick={() => void runTask(loadMore)}>
      {t('orders.more')}
    </Button>
  );
}

function OrdersSkeleton() {
  return (
    <Grid gap="4" aria-busy="true">
      <Skeleton height="8.5rem" />
      <Skeleton height="8.5rem" />
      <Skeleton height="8.5rem" />
    </Grid>
  );
}
