import type { CartPartsFragment } from '#web/shopping/CartParts.generated.ts';

export type CartLine = CartPartsFragment['lines'][number];
