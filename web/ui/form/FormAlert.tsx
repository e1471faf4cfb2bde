import { textLanguage } from '#web/i18n/format.ts';
import { usePageLanguage } from '#web/i18n/PageLanguage.tsx';
import styles from './form.module.css';

/** An error of the form as a whole. Screen readers announce it. */
export function FormAlert({ message }: { message: string | null }) {
  const language = usePageLanguage();
  return (
    <div role="alert" className={styles.announcer}>
      {message !== null && (
        <p className={styles.alert} lang={textLanguage(message, language)}>
          {message}
        </p>
      )}
    </div>
  );
}
