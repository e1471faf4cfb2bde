import type { CartFieldsFragment } from '#web/cart/CartFragment.generated.ts';

export type CartLine = CartFieldsFragment['lines'][number];
