import { useLocation } from 'react-router-dom';
import { useTranslation } from '#web/i18n/translation.tsx';
import { type Step, Steps } from '#web/ui/Steps.tsx';
import { buildStepQuery, parseChoice } from './purchase-choice.ts';

const steps = ['cart', 'address', 'payment', 'confirmation'] as const;

export type PurchaseStep = (typeof steps)[number];

interface PurchaseStepsProps {
  current: PurchaseStep;
  /** Passed to the other steps in the navigation state. */
  state?: unknown;
}

/**
 * The steps from the cart to the confirmation. They link to each other with the selected products, until the order is
 * placed.
 */
export function PurchaseSteps({ current, state }: PurchaseStepsProps) {
  const { t } = useTranslation('quote');
  const { search } = useLocation();
  const isSingle = parseChoice(search).productId !== null;
  const toStep = (id: PurchaseStep): Step => {
    const pathname = (isSingle ? singlePaths : cartPaths)[id];
    const isLinked = current !== 'confirmation' && pathname !== undefined;
    return {
      id,
      title: t(`steps.${id}`),
      to: isLinked
        ? { pathname, search: id === 'cart' && isSingle ? '' : buildStepQuery(search) }
        : undefined,
    };
  };
  const currentIndex = steps.indexOf(current);
  return (
    <Steps
      label={t('steps.label')}
      steps={steps.map(toStep)}
      currentIndex={currentIndex}
      isFinished={current === 'confirmation'}
      state={state}
    />
  );
}

type Paths = Partial<Record<PurchaseStep, string>>;

const cartPaths: Paths = {
  cart: '/cart-manager',
  address: '/cart-manager/buy-all-cart-products',
  payment: '/cart-manager/cart-user-payment',
};

/** The steps of buying a single product. Payment has no link, since only the button Confirm Order opens that page. */
const singlePaths: Paths = { cart: '/cart-manager', address: '/buy-single-product' };
