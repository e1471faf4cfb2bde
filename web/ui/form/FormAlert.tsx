import { Alert } from '@chakra-ui/react';
import { detectTextLanguage } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';

/**
 * An error of the form as a whole. Screen readers announce it; the live region must exist before the first message.
 */
export function FormAlert({ message }: { message: string | null }) {
  const { language } = useTranslation('ui');
  return (
    <Alert.Root role="alert" status="error" {...(message === null && { srOnly: true })}>
      {message !== null && (
        <Alert.Description lang={detectTextLanguage(message, language)}>{message}</Alert.Description>
      )}
    </Alert.Root>
  );
}
