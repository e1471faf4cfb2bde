import { RadioCard } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { hiddenInputStyle } from '#web/ui/theme/slot-recipes.ts';

interface ChoiceCardProps {
  value: string;
  /** The language of the text if it is not that of the page. */
  lang?: string | undefined;
  children: ReactNode;
}

/** One option of a `RadioCard.Root`. */
export function ChoiceCard({ value, lang, children }: ChoiceCardProps) {
  return (
    <RadioCard.Item value={value}>
      <RadioCard.ItemHiddenInput style={hiddenInputStyle} />
      <RadioCard.ItemControl>
        <RadioCard.ItemIndicator />
        <RadioCard.ItemText lang={lang}>{children}</RadioCard.ItemText>
      </RadioCard.ItemControl>
    </RadioCard.Item>
  );
}
