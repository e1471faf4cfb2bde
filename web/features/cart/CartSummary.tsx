import { Box, Button, Flex } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { formatRupees } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { DeliveryEstimate } from '#web/quote/DeliveryEstimate.tsx';
import { dimIfStale, OrderSummary } from '#web/quote/OrderSummary.tsx';
import { buildChoiceQuery, parseChoice, stepPaths } from '#web/quote/purchase-choice.ts';
import type { QuoteState } from '#web/quote/use-quote.ts';
import { useMediaQuery } from '#web/ui/hooks/use-media-query.ts';
import { useTimeout } from '#web/ui/hooks/use-timeout.ts';
import { breakpoints } from '#web/ui/theme/breakpoints.ts';
import { toasts } from '#web/ui/toast/toasts.ts';

/** How long the spinner is shown before the address page opens (requirements.md 4). */
const spinnerMs = 500;

interface CartSummaryProps {
  hasSelection: boolean;
  quoteState: QuoteState;
  /** Null if it is unknown; undefined while it is being read from the shopper's addresses. */
  pincode: string | null | undefined;
  onPincodeEntered: (pincode: string) => void;
}

/** The price of the selected lines, and the button to the address page. */
export function CartSummary({ hasSelection, quoteState, pincode, onPincodeEntered }: CartSummaryProps) {
  const { t } = useTranslation('quote');
  const { quote, stale, error, retry } = quoteState;
  const shownQuote = hasSelection ? quote : emptyQuote;
  const shownTotal = stale ? null : (shownQuote?.grandTotal ?? null);
  return (
    <OrderSummary quote={shownQuote} stale={stale} error={error} onRetry={retry}>
      <TotalStatus total={shownTotal} />
      {hasSelection && (
        <DeliveryEstimate
          delivery={stale ? undefined : (quote ?? null)}
          pincode={pincode}
          onPincodeEntered={onPincodeEntered}
        />
      )}
      <Flex className="bottom-bar" wrap="wrap" rowGap="2" columnGap="4" align="center">
        {error === undefined && (
          <PhoneTotal label={t('summary.grandTotal')} rupees={shownQuote?.grandTotal} stale={stale} />
        )}
        <ContinueButton hasSelection={hasSelection} shownTotal={shownTotal} />
      </Flex>
    </OrderSummary>
  );
}

/** Shown while no line is selected: no quote is requested then. */
const emptyQuote = { itemTotal: 0, shipping: 0, discount: 0, deliveryFee: 0, grandTotal: 0, coupon: null };

/** Announces the total to screen readers whenever it has been calculated again. The first total is not announced. */
function TotalStatus({ total }: { total: number | null }) {
  const { t } = useTranslation('quote');
  const [firstTotal, setFirstTotal] = useState(total);
  const [hasChanged, setHasChanged] = useState(false);
  if (firstTotal === null && total !== null) setFirstTotal(total);
  if (firstTotal !== null && total !== firstTotal && !hasChanged) setHasChanged(true);
  return (
    <p role="status" className="visually-hidden">
      {hasChanged && total !== null && `${t('summary.grandTotal')} ${formatRupees(total)}`}
    </p>
  );
}

interface PhoneTotalProps {
  label: string;
  rupees: number | undefined;
  stale?: boolean;
}

/** On phones, repeats the total beside the button that is fixed to the bottom of the screen. */
export function PhoneTotal({ label, rupees, stale = false }: PhoneTotalProps) {
  const isPhone = useMediaQuery(`(width < ${breakpoints.sm})`);
  if (!isPhone) return null;
  return (
    <Box flex="none" lineHeight="short" aria-hidden="true" {...dimIfStale(stale)}>
      <Box color="fg.muted" fontSize="sm">
        {label}
      </Box>
      <Box fontVariantNumeric="tabular-nums" fontWeight="semibold">
        {rupees === undefined ? '…' : formatRupees(rupees)}
      </Box>
    </Box>
  );
}

interface ContinueButtonProps {
  hasSelection: boolean;
  /** The total that the shopper sees, in rupees; null while it is being calculated or if there is none. */
  shownTotal: number | null;
}

function ContinueButton({ hasSelection, shownTotal }: ContinueButtonProps) {
  const { t } = useTranslation('cart');
  const navigate = useNavigate();
  const runAfter = useTimeout();
  const { search } = useLocation();
  const [continuing, setContinuing] = useState(false);
  const latest = useRef({ search, shownTotal, hasSelection });
  useEffect(() => {
    latest.current = { search, shownTotal, hasSelection };
  });
  const openAddressPage = async () => {
    // The shopper may have changed the selection since the click.
    const current = latest.current;
    const query = buildChoiceQuery({ ...parseChoice(current.search), shownTotal: current.shownTotal });
    if (current.hasSelection) await navigate(`${stepPaths.address}${query}`);
    // The cart stays open if nothing is selected, or if a change of the selection has superseded the navigation.
    setContinuing(false);
  };
  const handleClick = () => {
    if (continuing) return;
    if (!hasSelection) {
      toasts.warning(t('nothingSelected'));
      return;
    }
    setContinuing(true);
    runAfter(spinnerMs, () => void openAddressPage());
  };
  return (
    <Button
      variant={hasSelection ? 'solid' : 'outline'}
      flex="1"
      // Not `disabled`: a click explains what is missing.
      aria-disabled={!hasSelection}
      aria-busy={continuing}
      onClick={handleClick}
    >
      {t('continue')}
    </Button>
  );
}
