import { Alert, Button, Flex, Text } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import type { CreateShipmentErrorCode } from '#web/generated/schema.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { ordersPath } from '#web/orders/OrderContents.tsx';
import { LinkButton } from '#web/ui/form/buttons.tsx';
import { getFailureText, type OrderFailure } from './order-request.ts';

interface OrderProblemProps {
  failure: OrderFailure;
  /** The text for a failure without a reason. */
  failedText: string;
  onRetry: () => void;
  onStartNewOrder: () => void;
}

/** Errors after which the same order can succeed. After the others, the shopper has to check or change something. */
const retryableCodes: ReadonlySet<CreateShipmentErrorCode> = new Set([
  'NOT_SIGNED_IN',
  'UPSTREAM_REJECTED',
  'UNAVAILABLE',
  'OUTCOME_UNKNOWN',
]);

/** Whether the same order can be sent again without the shopper changing or checking anything. */
export function canRetry({ code }: OrderFailure): boolean {
  return retryableCodes.has(code);
}

/** Says why the order was not placed, or that it may have been, and what to do next. Screen readers announce it. */
export function OrderProblem(props: OrderProblemProps) {
  const panel = useRef<HTMLDivElement>(null);
  // The confirm button, which has the focus, may be replaced by the buttons of this message.
  useEffect(() => (panel.current?.querySelector<HTMLElement>('button, a') ?? panel.current)?.focus(), []);
  return (
    <Alert.Root ref={panel} role="alert" status="error" tabIndex={-1} outline="none">
      <Explanation {...props} />
    </Alert.Root>
  );
}

function Explanation(props: OrderProblemProps) {
  const { failure, failedText, onRetry } = props;
  const { t } = useTranslation('checkout');
  const { code } = failure;
  const text = getFailureText(failure, t, failedText);
  if (code === 'IDEMPOTENCY_KEY_REUSED' || code === 'OUTCOME_UNKNOWN') return <PossiblyPlaced {...props} />;
  if (!canRetry(failure)) return <p>{text}</p>;
  return (
    <>
      <Alert.Title>{t('problem.title')}</Alert.Title>
      <p>{text}</p>
      <Text color="fg.muted" fontSize="sm">
        {t('problem.retryIsSafe')}
      </Text>
      <Flex wrap="wrap" gap="2" marginBlockStart="1.5">
        <Button variant="solid" onClick={onRetry}>
          {t('problem.tryAgain')}
        </Button>
      </Flex>
    </>
  );
}

/** Shown if an order may have been placed. The shopper checks My Orders before placing another one. */
function PossiblyPlaced({ failure, failedText, onRetry, onStartNewOrder }: OrderProblemProps) {
  const { t } = useTranslation('checkout');
  // After a reload or Back, the shopper may already have checked My Orders.
  const [canStartNewOrder, setCanStartNewOrder] = useState(failure.isFromEarlierVisit === true);
  const isUnknown = failure.code === 'OUTCOME_UNKNOWN';
  return (
    <>
      {isUnknown && <Alert.Title>{t('problem.title')}</Alert.Title>}
      <p>{getFailureText(failure, t, failedText)}</p>
      {isUnknown && (
        <Text color="fg.muted" fontSize="sm">
          {t('problem.retryIsSafe')}
        </Text>
      )}
      <Flex wrap="wrap" gap="2" marginBlockStart="1.5">
        <LinkButton
          to={ordersPath}
          size="sm"
          variant={canStartNewOrder ? 'outline' : 'solid'}
          // Only matters if the link opens in a new tab.
          onClick={() => setCanStartNewOrder(true)}
        >
          {t('placed.orders')}
        </LinkButton>
        {isUnknown && (
          <Button size="sm" onClick={onRetry}>
            {t('problem.tryAgain')}
          </Button>
        )}
        {canStartNewOrder && (
          <Button size="sm" onClick={onStartNewOrder}>
            {t('problem.newOrder')}
          </Button>
        )}
      </Flex>
    </>
  );
}
