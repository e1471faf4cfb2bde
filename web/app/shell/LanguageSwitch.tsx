import { useLocation } from 'react-router-dom';
import { saveLanguage } from '#web/app/preferences.ts';
import { changeLanguage, chosenLanguage } from '#web/i18n/i18n.ts';
import { type LanguageCode, languageNames, languagePath, languages } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { notifyServiceWorker } from '#web/offline/offline-status.ts';
import { toasts } from '#web/ui/toast/toasts.ts';
import { HeaderMenu } from './HeaderMenu.tsx';
import styles from './LanguageSwitch.module.css';

/** The header menu for the interface language, hidden on small screens. The side menu has the same choice. */
export function LanguageSwitch({ className }: { className?: string | undefined }) {
  const { t, language } = useTranslation('shell');
  return (
    <HeaderMenu
      button={
        <span aria-hidden="true" className={styles.icon}>
          <span lang="mr">अ</span>A
        </span>
      }
      label={`${t('language.label')}: ${languageNames[language]}`}
      className={className}
    >
      {(close) => <LanguageForm onChange={close} />}
    </HeaderMenu>
  );
}

interface LanguageFormProps {
  /** Whether the languages are side by side instead of in a column. */
  inline?: boolean;
  onChange?: () => void;
}

/**
 * The choice of the interface language. It changes the page's texts in place. Without scripts, the form posts the
 * choice to the server, which sets the cookie and redirects back to the page.
 */
export function LanguageForm({ inline = false, onChange }: LanguageFormProps) {
  const { t, i18n, language: current } = useTranslation('shell');
  const { pathname, search } = useLocation();
  const choose = async (language: LanguageCode) => {
    try {
      await changeLanguage(i18n, language);
      // The shopper chose another language while this one was loading.
      if (chosenLanguage !== language) return;
      saveLanguage(language);
      void notifyServiceWorker({ kind: 'language-changed', language });
      onChange?.();
    } catch {
      if (chosenLanguage === language) toasts.error(t('language.failed'));
    }
  };
  return (
    <form
      method="post"
      action={languagePath}
      aria-label={t('language.label')}
      className={inline ? `${styles.options} ${styles.inline}` : styles.options}
    >
      <input type="hidden" name="return" value={`${pathname}${search}`} />
      {languages.map((language) => (
        <button
          key={language}
          type="submit"
          name="language"
          value={language}
          lang={language}
          aria-current={language === current}
          className={styles.option}
          onClick={(event) => {
            event.preventDefault();
            void choose(language);
          }}
        >
          {languageNames[language]}
        </button>
      ))}
    </form>
  );
}
