import { Button, Flex, Grid, Text } from '@chakra-ui/react';
import { useEffect, useId } from 'react';
import { formatPercent, formatRupees } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { QueryFallback } from '#web/ui/QueryFallback.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { passFocusToHeading } from '#web/ui/theme/PlaceholderHeading.tsx';
import { toasts } from '#web/ui/toast/toasts.ts';
import { useCouponsQuery } from './Coupons.generated.ts';

interface CouponChooserProps {
  /** The price of the selected books in rupees; undefined while it is unknown. */
  itemTotal: number | undefined;
  /** The id of the selected coupon; null for none. */
  selectedId: string | null;
  onSelect: (couponId: string | null) => void;
}

/** Lets the shopper select at most one coupon. Pressing the selected coupon again, or its close icon, clears it. */
export function CouponChooser(props: CouponChooserProps) {
  const { t } = useTranslation('quote');
  const titleId = useId();
  return (
    <Grid as="section" className="no-print" gap="3" aria-labelledby={titleId}>
      <Text as="h2" id={titleId} fontSize="var(--title-3)">
        {t('coupons.title')}
      </Text>
      <CouponList {...props} />
    </Grid>
  );
}

function CouponList({ itemTotal = 0, selectedId, onSelect }: CouponChooserProps) {
  const { t } = useTranslation('quote');
  const { t: tServer } = useTranslation('serverMessages');
  const query = useCouponsQuery();
  const coupons = query.data?.coupons;
  const hasEnded = coupons != null && selectedId !== null && !coupons.some(({ id }) => id === selectedId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once when the coupon turns out to have ended.
  useEffect(() => {
    // The coupon is no longer offered: no quote would accept it, and no button here would clear it.
    if (!hasEnded) return;
    toasts.warning(tServer('userErrors.COUPON_NOT_FOUND'));
    onSelect(null);
  }, [hasEnded]);
  if (coupons == null) {
    return (
      <QueryFallback
        query={query}
        skeleton={<Skeleton height="4.25rem" />}
        errorMessage={t('coupons.failed')}
      />
    );
  }
  if (coupons.length === 0) return <p className="muted">{t('coupons.empty')}</p>;
  return (
    <Grid as="ul" gap="2" gridTemplateColumns="repeat(auto-fill, minmax(min(9.75rem, 100%), 1fr))">
      {coupons.map(({ id, name, percentOff }) => {
        const isSelected = id === selectedId;
        const discount = computeCouponDiscount(itemTotal, percentOff);
        return (
          <Flex
            as="li"
            key={id}
            border={isSelected ? '1px solid var(--accent)' : '1px dashed var(--border-strong)'}
            borderRadius="l2"
            background={isSelected ? 'accent.subtle' : undefined}
            _hover={isSelected ? undefined : { background: 'bg.subtle' }}
          >
            <Button
              {...couponStyles}
              // No padding beside the close icon, which has space around it.
              paddingInlineEnd={isSelected ? '0' : '3'}
              ref={passFocusToHeading}
              aria-pressed={isSelected}
              onClick={() => onSelect(isSelected ? null : id)}
            >
              <Text as="span" fontWeight="semibold" letterSpacing="0.02em" overflowWrap="anywhere">
                {name}
              </Text>
              <Text as="span" color="fg.success" fontSize="sm">
                {t('coupons.discount', { percent: formatPercent(percentOff) })}
              </Text>
              <Text as="span" color="fg.muted" fontSize="sm">
                {/* Keeps its line while the price is unknown, so that nothing moves. */}
                {discount > 0 ? t('coupons.saves', { amount: formatRupees(discount) }) : '\u00a0'}
              </Text>
            </Button>
            {isSelected && (
              <Button
                variant="ghost"
                alignSelf="center"
                color="accent.fg"
                aria-label={t('coupons.clear', { name })}
                onClick={({ currentTarget }) => {
                  // This button is removed, so the focus moves to the coupon's other button.
                  currentTarget.parentElement?.querySelector('button')?.focus();
                  onSelect(null);
                }}
              >
                <Icon name="close" size={18} />
              </Button>
            )}
          </Flex>
        );
      })}
    </Grid>
  );
}

const couponStyles = {
  display: 'grid',
  flex: '1',
  minWidth: '0',
  placeContent: 'start',
  justifyItems: 'start',
  gap: '0',
  paddingInlineStart: '3',
  border: '0',
  // The background of the whole coupon changes instead.
  _hover: { background: 'transparent' },
  fontWeight: 'normal',
  lineHeight: '1.35',
  textAlign: 'start',
} as const;

/**
 * The discount of a coupon in rupees, rounded as the gateway rounds it: half a paisa up. Integers avoid
 * floating-point errors.
 *
 * @param itemTotal the price of the selected books in rupees.
 */
function computeCouponDiscount(itemTotal: number, percentOff: number): number {
  const paise = Math.round(itemTotal * 100);
  const basisPoints = Math.round(percentOff * 100);
  return Math.floor((paise * basisPoints + 5_000) / 10_000) / 100;
}
