import { useEffect } from 'react';
import { z } from 'zod/mini';
import { useHistoryState } from '#web/auth/use-history-state.ts';
import { type SelectedLine, savedSelection, saveSelection } from '#web/quote/purchase-selection.ts';
import type { CartLine } from './cart-line.ts';

/** What the cart's place in the history keeps: what was unchecked, so that new lines start checked. */
const entryShape = z.object({ unchecked: z.array(z.string()), couponId: z.nullable(z.string()) });
type Entry = z.infer<typeof entryShape>;

interface CartSelection {
  /** The lines to be ordered. */
  chosen: SelectedLine[];
  isChosen: (line: CartLine) => boolean;
  choose: (line: CartLine, wanted: boolean) => void;
  chooseAll: (wanted: boolean) => void;
  couponId: string | null;
  chooseCoupon: (couponId: string | null) => void;
}

/** Which lines are checked and which coupon is chosen; a reload and Back find them as they were. */
export function useCartSelection(lines: readonly CartLine[]): CartSelection {
  const [entry, setEntry] = useHistoryState<Entry>((kept) => readEntry(kept));
  const { unchecked, couponId } = entry;
  const change = (next: Partial<Entry>) => void setEntry({ ...entry, ...next });
  const isChosen = ({ available, product }: CartLine) => available && !unchecked.includes(product.id);
  const chosen = lines.filter(isChosen).map(({ product, quantity }) => ({ productId: product.id, quantity }));
  useEffect(() => {
    saveSelection({ lines: chosen, couponId, addressId: savedSelection()?.addressId ?? null, unchecked });
  });
  return {
    chosen,
    isChosen,
    choose: ({ product }, wanted) => {
      const others = unchecked.filter((id) => id !== product.id);
      change({ unchecked: wanted ? others : [...others, product.id] });
    },
    chooseAll: (wanted) => change({ unchecked: wanted ? [] : lines.map(({ product }) => product.id) }),
    couponId,
    chooseCoupon: (chosenId) => change({ couponId: chosenId }),
  };
}

function readEntry(kept: unknown): Entry {
  const read = entryShape.safeParse(kept);
  if (read.success) return read.data;
  const choice = savedSelection();
  return { unchecked: [...(choice?.unchecked ?? [])], couponId: choice?.couponId ?? null };
}
