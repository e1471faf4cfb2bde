import { useColourMode } from '#web/app/colour-mode.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './ColourModeSwitch.module.css';
import { HeaderMenu } from './HeaderMenu.tsx';

const modes = [
  { mode: 'light', icon: 'sun' },
  { mode: 'dark', icon: 'moon' },
  { mode: 'system', icon: 'system' },
] as const;

/** The header menu for the colour mode, hidden on small screens. The side menu has the same choice. */
export function ColourModeSwitch({ className }: { className?: string | undefined }) {
  const { t } = useTranslation('shell');
  const [current] = useColourMode();
  const icon = modes.find(({ mode }) => mode === current)?.icon ?? 'system';
  return (
    <HeaderMenu
      button={<Icon name={icon} size={22} />}
      label={`${t('colourMode.label')}: ${t(`colourMode.${current}`)}`}
      className={className}
    >
      {() => <ColourModeOptions name="header-colour-mode" />}
    </HeaderMenu>
  );
}

interface ColourModeOptionsProps {
  /** The name of the radio group, unique on the page. */
  name: string;
}

/** The choice of the colour mode: light, dark or same as device. */
export function ColourModeOptions({ name }: ColourModeOptionsProps) {
  const { t } = useTranslation('shell');
  const [current, setMode] = useColourMode();
  return (
    <fieldset className={styles.options}>
      <legend className="visually-hidden">{t('colourMode.label')}</legend>
      {modes.map(({ mode, icon }) => (
        <label key={mode} className={styles.option}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={mode === current}
            onChange={() => setMode(mode)}
          />
          <Icon name={icon} size={20} />
          {t(`colourMode.${mode}`)}
        </label>
      ))}
    </fieldset>
  );
}
