import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { keepLanguage } from '#web/app/preferences.ts';
import { type LanguageCode, languageAddress, languageNames, languages } from '#web/i18n/languages.ts';
import { usePageLanguage } from '#web/i18n/PageLanguage.tsx';
import { showLanguage } from '#web/i18n/show-language.ts';
import { useToast } from '#web/ui/toast/toasts.ts';
import styles from './LanguageForm.module.css';

interface LanguageFormProps {
  /** Side by side. */
  inline?: boolean;
  onChosen?: () => void;
}

/**
 * The shop's languages to choose from. Changes the texts of the page where it stands; without scripts
 * the server keeps the choice and leads back to the same address.
 */
export function LanguageForm({ inline = false, onChosen }: LanguageFormProps) {
  const { t, i18n } = useTranslation('shell');
  const current = usePageLanguage();
  const notice = useToast();
  const { pathname, search } = useLocation();
  const choose = async (language: LanguageCode) => {
    try {
      await showLanguage(i18n, language);
      keepLanguage(language);
      onChosen?.();
    } catch {
      notice.error(t('language.failed'));
    }
  };
  return (
    <form
      method="post"
      action={languageAddress}
      aria-label={t('language.label')}
      className={inline ? `${styles.choices} ${styles.inline}` : styles.choices}
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
          className={styles.choice}
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
