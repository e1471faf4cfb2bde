import { useTranslation } from 'react-i18next';
import { languageNames } from '#web/i18n/languages.ts';
import { usePageLanguage } from '#web/i18n/PageLanguage.tsx';
import { HeaderMenu } from './HeaderMenu.tsx';
import { LanguageForm } from './LanguageForm.tsx';
import styles from './LanguageSwitch.module.css';

/** The header menu for the interface language. Where it does not fit, the footer has the same form. */
export function LanguageSwitch({ className }: { className?: string | undefined }) {
  const { t } = useTranslation('shell');
  const language = usePageLanguage();
  return (
    <HeaderMenu
      icon={
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
