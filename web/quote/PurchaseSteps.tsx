import { useLocation } from 'react-router-dom';
import { useTranslation } from '#web/i18n/translation.tsx';
import { type Step, Steps } from '#web/ui/Steps.tsx';
import { getStepLocation, parseChoice } from './purchase-choice.ts';

const steps = ['cart', 'address', 'payment', 'confirmation'] as const;

export type PurchaseStep = (typeof steps)[number];

interface PurchaseStepsProps {
  current: PurchaseStep;
  /** The navigation state of the links to the other steps. */
  state?: unknown;
  /** Whether there are no links, because the order is being placed or the payment page is opening. */
  placing?: boolean;
}

/** The steps from the cart to the confirmation, with links until the order is placed. */
export function PurchaseSteps({ current, state, placing = false }: PurchaseStepsProps) {
  const { t } = useTranslation('quote');
  const { search } = useLocation();
  const isSingle = parseChoice(search).productId !== null;
  const getLocation = (step: PurchaseStep) => {
    if (placing || current === 'confirmation' || step === 'confirmation') return undefined;
    // For a single product, only the button Confirm Order opens the payment page.
    if (isSingle && step === 'payment') return undefined;
    return getStepLocation(step, search);
  };
  const toStep = (id: PurchaseStep): Step => ({ id, title: t(`steps.${id}`), to: getLocation(id) });
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
