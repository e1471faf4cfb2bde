import { Timeline as ChakraTimeline } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Icon } from './Icon.tsx';

/** One step of a timeline. */
interface TimelineStep {
  /** Unique among the steps. */
  id: string;
  title: ReactNode;
  /** A second line, such as the date on which the step was reached. */
  description?: ReactNode;
}

interface TimelineProps {
  /** Names the list for screen readers, such as 'Order progress'. */
  label: string;
  /** In the order in which they happen. */
  steps: readonly TimelineStep[];
  /** How many of the steps have been reached: 0 to `steps.length`. The last one reached is the current step. */
  reachedCount: number;
}

/**
 * The steps of a process, such as the delivery of an order, as a vertical list. Steps that have been reached have a
 * check mark, which screen readers read as 'Done'. Use it on a page or in a dialog that provides Chakra.
 *
 *     <Timeline
 *       label="Order progress"
 *       reachedCount={2}
 *       steps={[
 *         { id: 'placed', title: 'Placed', description: '20 Nov 2026' },
 *         { id: 'packed', title: 'Packed', description: '21 Nov 2026' },
 *         { id: 'delivered', title: 'Delivered' },
 *       ]}
 *     />
 */
export function Timeline({ label, steps, reachedCount }: TimelineProps) {
  const { t } = useTranslation('ui');
  return (
    <ChakraTimeline.Root aria-label={label}>
      {steps.map(({ id, title, description }, index) => {
        const isReached = index < reachedCount;
        const isCurrent = index === reachedCount - 1;
        return (
          <ChakraTimeline.Item key={id} aria-current={isCurrent ? 'step' : undefined}>
            <ChakraTimeline.Connector>
              <ChakraTimeline.Separator borderColor={index < reachedCount - 1 ? 'accent.solid' : undefined} />
              <ChakraTimeline.Indicator {...(isReached ? reachedStyles : pendingStyles)}>
                {isReached && <Icon name="check" size={14} />}
              </ChakraTimeline.Indicator>
            </ChakraTimeline.Connector>
            <ChakraTimeline.Content gap="0">
              <ChakraTimeline.Title
                fontWeight={isCurrent ? 'semibold' : 'normal'}
                color={isReached ? 'fg' : 'fg.muted'}
              >
                {title}
                {isReached && <span className="visually-hidden"> ({t('timeline.done')})</span>}
              </ChakraTimeline.Title>
              {description !== undefined && (
                <ChakraTimeline.Description>{description}</ChakraTimeline.Description>
              )}
            </ChakraTimeline.Content>
          </ChakraTimeline.Item>
        );
      })}
    </ChakraTimeline.Root>
  );
}

// Browsers print no backgrounds by default, and the check mark has the colour of the paper.
const reachedStyles = {
  background: 'accent.solid',
  color: 'accent.contrast',
  printColorAdjust: 'exact',
} as const;
const pendingStyles = {
  background: 'bg.panel',
  borderWidth: '1px',
  borderColor: 'border.emphasized',
} as const;
