import { Alert, Button, Flex, Text } from '@chakra-ui/react';
import { type MouseEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { CheckoutSource, CreateShipmentErrorCode } from '#web/generated/schema.ts';
import { LinkButton } from '#web/ui/form/buttons.tsx';
import type { OrderFailure } from './order-request.ts';

interface OrderProblemProps {
  failure: OrderFailure;
  source: CheckoutSource;
  /** Whether the shopper has opened My Orders. Only then a new order is offered. */
  ordersChecked: boolean;
  onRetry: () => void;
  /** Records that the shopper opens My Orders. Resolves once that is stored. */
  onOpenOrders: () => Promise<void>;
  onStartNewOrder: () => void;
}

const ordersPage = '/profile?section=orders';

/** Errors after which the shopper has to check or change something before the order can be sent again. */
const needsShopperAction: ReadonlySet<CreateShipmentErrorCode> = new Set([
  'TOTAL_CHANGED',
  'OUT_OF_STOCK',
  'NOT_IN_CART',
  'IDEMPOTENCY_KEY_REUSED',
  'ADDRESS_REQUIRED',
  'ADDRESS_NOT_FOUND',
]);

/** Whether the same order can be sent again without the shopper changing or checking anything. */
export function canRetry({ code }: OrderFailure): boolean {
  return code === null || !needsShopperAction.has(code);
}

/** Explains why the order was not placed and what to do next. Screen readers announce it. */
export function OrderProblem(props: OrderProblemProps) {
  const { failure, source, onRetry } = props;
  const { t } = useTranslation('checkout');
  const { code, message, reason } = failure;
  const isFailure = code === null || code === 'UPSTREAM_REJECTED' || code === 'UNAVAILABLE';
  // Each page has its own text for a failure (requirements.md 8).
  const failureText = source === 'PAYMENT_PAGE' ? t('problem.shipmentFailed') : t('problem.orderFailed');
  const panel = useRef<HTMLDivElement>(null);
  // The confirm button lost the focus when it was disabled.
  useEffect(() => (panel.current?.querySelector<HTMLElement>('button, a') ?? panel.current)?.focus(), []);
  if (code === 'IDEMPOTENCY_KEY_REUSED' || code === 'OUTCOME_UNKNOWN') {
    return (
      <Alert.Root ref={panel} role="alert" status="error" tabIndex={-1} outline="none">
        <PossiblyPlaced {...props} />
      </Alert.Root>
    );
  }
  if (!canRetry(failure)) {
    return (
      <Alert.Root ref={panel} role="alert" status="error" tabIndex={-1} outline="none">
        <p>{message}</p>
      </Alert.Root>
    );
  }
  return (
    <Alert.Root ref={panel} role="alert" status="error" tabIndex={-1} outline="none">
      <Alert.Title>{t('problem.title')}</Alert.Title>
      <p>{isFailure ? (reason ?? failureText) : message}</p>
      <Text color="fg.muted" fontSize="sm">
        {t('problem.retryIsSafe')}
      </Text>
      <Flex wrap="wrap" gap="2" marginBlockStart="1.5">
        <Button variant="solid" onClick={onRetry}>
          {t('problem.tryAgain')}
        </Button>
      </Flex>
    </Alert.Root>
  );
}

/** Shown if the order may have been placed: the shopper checks My Orders before placing another one. */
function PossiblyPlaced({
  failure,
  ordersChecked,
  onRetry,
  onOpenOrders,
  onStartNewOrder,
}: OrderProblemProps) {
  const { t } = useTranslation('checkout');
  const navigate = useNavigate();
  const isUnknown = failure.code === 'OUTCOME_UNKNOWN';

  function openOrders(event: MouseEvent): void {
    const opensNewTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (opensNewTab) {
      void onOpenOrders();
      return;
    }
    // Wait until the history state is stored: navigating immediately would cancel that.
    event.preventDefault();
    void onOpenOrders().then(() => navigate(ordersPage));
  }

  return (
    <>
      {isUnknown && <Alert.Title>{t('problem.title')}</Alert.Title>}
      <p>{isUnknown ? (failure.message ?? t('problem.outcomeUnknown')) : t('problem.keyReused')}</p>
      {isUnknown && (
        <Text color="fg.muted" fontSize="sm">
          {t('problem.retryIsSafe')}
        </Text>
      )}
      <Flex wrap="wrap" gap="2" marginBlockStart="1.5">
        <LinkButton
          to={ordersPage}
          size="sm"
          variant={ordersChecked ? 'outline' : 'solid'}
          onClick={openOrders}
        >
          {t('placed.orders')}
        </LinkButton>
        {isUnknown && (
          <Button size="sm" onClick={onRetry}>
            {t('problem.tryAgain')}
          </Button>
        )}
        {ordersChecked && (
          <Button size="sm" onClick={onStartNewOrder}>
            {t('problem.newOrder')}
          </Button>
        )}
      </Flex>
    </>
  );
}
