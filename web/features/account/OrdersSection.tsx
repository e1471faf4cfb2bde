import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useDialog } from '#web/ui/dialog/use-dialog.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorMessage } from '#web/ui/ErrorMessage.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useToast } from '#web/ui/toast/toasts.ts';
import { OrderCard } from './OrderCard.tsx';
import { type OrderFieldsFragment, useOrdersQuery } from './Orders.generated.ts';
import styles from './OrdersSection.module.css';

const loadOrderDialog = () => import('./OrderDialog.tsx').then(({ OrderDialog }) => OrderDialog);

/** The shopper's orders, newest first, ten per page. */
export function OrdersSection() {
  const { t } = useTranslation('account');
  const { data, error, refetch, fetchMore } = useOrdersQuery();
  const { Dialog, isOpen, prepare, open, close } = useDialog(loadOrderDialog);
  const [selectedOrder, setSelectedOrder] = useState<OrderFieldsFragment>();
  const orders = data?.user?.orders;

  if (orders == null) {
    return error === undefined ? (
      <OrdersSkeleton />
    ) : (
      <ErrorMessage message={t('orders.failed')} onRetry={refetch} />
    );
  }
  if (orders.edges.length === 0) {
    return (
      <EmptyState level={3} title={t('orders.empty')} text={t('orders.emptyText')}>
        <Link to="/product" className="button button--solid">
          {t('orders.browse')}
        </Link>
      </EmptyState>
    );
  }
  const { endCursor, hasNextPage } = orders.pageInfo;
  return (
    <>
      <ul className={styles.orders}>
        {orders.edges.map(({ node }) => (
          <li key={node.id}>
            <OrderCard
              order={node}
              onIntent={prepare}
              onDetails={() => {
                setSelectedOrder(node);
                open();
              }}
            />
          </li>
        ))}
      </ul>
      <div className={styles.more}>
        <p role="status" className="muted">
          {t('orders.shown', { shown: orders.edges.length, total: orders.totalCount })}
        </p>
        {hasNextPage && (
          <LoadMoreButton load={() => fetchMore({ variables: { after: endCursor ?? null } })} />
        )}
      </div>
      {Dialog !== null && selectedOrder !== undefined && (
        <Dialog open={isOpen} onClose={close} order={selectedOrder} />
      )}
    </>
  );
}

function LoadMoreButton({ load }: { load: () => Promise<unknown> }) {
  const { t } = useTranslation('account');
  const toast = useToast();
  const [loading, setLoading] = useState(false);
  const loadMore = async () => {
    setLoading(true);
    try {
      await load();
    } catch {
      toast.error(t('orders.failed'));
    } finally {
      setLoading(false);
    }
  };
  return (
    <button type="button" className="button" disabled={loading} onClick={() => void loadMore()}>
      {loading ? t('orders.moreLoading') : t('orders.more')}
    </button>
  );
}

function OrdersSkeleton() {
  return (
    <div className={styles.orders} aria-busy="true">
      <Skeleton height="8.5rem" />
      <Skeleton height="8.5rem" />
      <Skeleton height="8.5rem" />
    </div>
  );
}
