import { languageNames } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { HeaderMenu } from './HeaderMenu.tsx';
import { LanguageForm } from './LanguageForm.tsx';
import styles from './LanguageSwitch.module.css';

/** The header menu for the interface language. On small screens the drawer and the footer have the same form. */
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
