import { Button, type ButtonProps, Text } from '@chakra-ui/react';
import { useId } from 'react';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { maxAddresses } from './address-dialog.ts';

interface AddAddressButtonProps extends ButtonProps {
  /** The number of addresses of the account. */
  addressCount: number;
}

/**
 * The button that opens the form for a new address. If the account has the maximum number of addresses, the button does
 * nothing, and a text below it says why.
 */
export function AddAddressButton({ addressCount, onClick, children, ...props }: AddAddressButtonProps) {
  const { t } = useTranslation('address');
  const reasonId = useId();
  const isFull = addressCount >= maxAddresses;
  return (
    <>
      {/* Not `disabled`: the dialog returns the focus to this button, even after adding the last possible address. */}
      <Button
        {...props}
        {...(isFull && { variant: 'outline', 'aria-describedby': reasonId })}
        aria-disabled={isFull}
        onClick={(event) => {
          if (!isFull) onClick?.(event);
        }}
      >
        <Icon name="plus" size={20} />
        {children}
      </Button>
      {isFull && (
        <Text id={reasonId} marginBlockStart="2" color="fg.muted">
          {t('maxAddresses')}
        </Text>
      )}
    </>
  );
}
