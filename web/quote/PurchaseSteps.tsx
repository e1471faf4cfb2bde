import { Box, Steps, useStepsStyles } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { getStepLocation, parseChoice } from './purchase-choice.ts';

const steps = ['cart', 'address', 'payment', 'confirmation'] as const;

export type PurchaseStep = (typeof steps)[number];

interface PurchaseStepsProps {
  current: PurchaseStep;
  /** The navigation state of the links. */
  state?: unknown;
  /** Whether there are no links, because the order is being placed or the payment page is opening. */
  placing?: boolean;
}

/**
 * The steps from the cart to the confirmation in a row, with check marks on those that are done, and with links until
 * the order is placed. It omits the parts that Chakra marks up as tabs, because the steps are pages.
 */
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
  const currentIndex = steps.indexOf(current);
  // The confirmation is both the current step and done.
  const doneCount = current === 'confirmation' ? steps.length : currentIndex;
  return (
    <Steps.Root asChild step={currentIndex} count={steps.length}>
      <nav aria-label={t('steps.label')}>
        <StepList>
          {steps.map((step, index) => {
            const to = getLocation(step);
            return (
              <Steps.Item key={step} asChild index={index}>
                {/* The title says which step is current; Chakra would say it here, too. */}
                <li aria-current="false">
                  <Steps.Indicator>
                    {index < doneCount ? <Icon name="check" size={14} /> : index + 1}
                  </Steps.Indicator>
                  <Steps.Title asChild>
                    {to === undefined ? (
                      <span aria-current={step === current ? 'step' : undefined}>{t(`steps.${step}`)}</span>
                    ) : (
                      <Link to={to} state={state} aria-current={step === current ? 'step' : undefined}>
                        {t(`steps.${step}`)}
                      </Link>
                    )}
                  </Steps.Title>
                  <Steps.Separator />
                </li>
              </Steps.Item>
            );
          })}
        </StepList>
      </nav>
    </Steps.Root>
  );
}

function StepList({ children }: { children: ReactNode }) {
  return (
    <Box as="ol" css={useStepsStyles().list}>
      {children}
    </Box>
  );
}
