import { Box, Steps as ChakraSteps, useStepsStyles } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { Icon } from './Icon.tsx';

/** One step of a process that the shopper goes through page by page. */
export interface Step {
  /** Unique among the steps. */
  id: string;
  title: string;
  /** The page of the step; undefined if it cannot be opened from here. */
  to?: LinkProps['to'] | undefined;
}

interface StepsProps {
  /** Names the list for screen readers, such as 'Checkout steps'. */
  label: string;
  steps: readonly Step[];
  /** The index of the current step. The steps before it are done. */
  currentIndex: number;
  /** Whether the current step is done, too. */
  isFinished?: boolean;
  /** The navigation state of the links. */
  state?: unknown;
}

/**
 * The steps of a process in a row, with check marks on those that are done and links to those that have a page to open.
 * It omits the parts that Chakra marks up as tabs, because the steps are pages.
 */
export function Steps({ label, steps, currentIndex, isFinished = false, state }: StepsProps) {
  const doneCount = isFinished ? currentIndex + 1 : currentIndex;
  return (
    <ChakraSteps.Root asChild step={currentIndex} count={steps.length}>
      <nav aria-label={label}>
        <StepList>
          {steps.map(({ id, title, to }, index) => (
            <ChakraSteps.Item key={id} asChild index={index}>
              {/* The title says which step is current; Chakra would say it here, too. */}
              <li aria-current="false">
                <ChakraSteps.Indicator>
                  {index < doneCount ? <Icon name="check" size={14} /> : index + 1}
                </ChakraSteps.Indicator>
                <ChakraSteps.Title asChild>
                  {to === undefined ? (
                    <span aria-current={index === currentIndex ? 'step' : undefined}>{title}</span>
                  ) : (
                    <Link to={to} state={state} aria-current={index === currentIndex ? 'step' : undefined}>
                      {title}
                    </Link>
                  )}
                </ChakraSteps.Title>
                <ChakraSteps.Separator />
              </li>
            </ChakraSteps.Item>
          ))}
        </StepList>
      </nav>
    </ChakraSteps.Root>
  );
}

function StepList({ children }: { children: ReactNode }) {
  return (
    <Box as="ol" css={useStepsStyles().list}>
      {children}
    </Box>
  );
}
