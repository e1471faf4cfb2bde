import { useEffect } from 'react';
import { z } from 'zod/mini';
import { useHistoryState } from '#web/auth/use-history-state.ts';
import type { CartLine } from '#web/cart/use-cart.ts';
import { type SelectedLine, savedSelection, saveSelection } from '#web/quote/purchase-selection.ts';

/** The cart's history state. It contains the unchecked products, so that new lines are selected by default. */
const selectionStateSchema = z.object({ unchecked: z.array(z.string()), couponId: z.nullable(z.string()) });
type SelectionState = z.infer<typeof selectionStateSchema>;

interface CartSelection {
  /** The lines to order. */
  selected: SelectedLine[];
  isSelected: (line: CartLine) => boolean;
  select: (line: CartLine, isChecked: boolean) => void;
  selectAll: (isChecked: boolean) => void;
  couponId: string | null;
  selectCoupon: (couponId: string | null) => void;
}

/** The selected lines and the chosen coupon. Both survive a reload and Back. */
export function useCartSelection(lines: readonly CartLine[]): CartSelection {
  const [state, setState] = useHistoryState<SelectionState>(parseSelectionState);
  const { unchecked, couponId } = state;
  const change = (next: Partial<SelectionState>) => void setState({ ...state, ...next });
  const isSelected = ({ available, product }: CartLine) => available && !unchecked.includes(product.id);
  const selected = lines
    .filter(isSelected)
    .map(({ product, quantity }) => ({ productId: product.id, quantity }));
  useEffect(() => {
    saveSelection({ lines: selected, couponId, addressId: savedSelection()?.addressId ?? null, unchecked });
  });
  return {
    selected,
    isSelected,
    select: ({ product }, isChecked) => {
      const others = unchecked.filter((id) => id !== product.id);
      change({ unchecked: isChecked ? others : [...others, product.id] });
    },
    selectAll: (isChecked) => change({ unchecked: isChecked ? [] : lines.map(({ product }) => product.id) }),
    couponId,
    selectCoupon: (newCouponId) => change({ couponId: newCouponId }),
  };
}

function parseSelectionState(stored: unknown): SelectionState {
  const parsed = selectionStateSchema.safeParse(stored);
  if (parsed.success) return parsed.data;
  const saved = savedSelection();
  return { unchecked: [...(saved?.unchecked ?? [])], couponId: saved?.couponId ?? null };
}
