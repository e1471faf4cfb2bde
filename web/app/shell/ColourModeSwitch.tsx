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

/** The header menu for the colour mode: light, dark or same as device. */
export function ColourModeSwitch() {
  const { t } = useTranslation('shell');
  const [current, setMode] = useColourMode();
  const icon = modes.find(({ mode }) => mode === current)?.icon ?? 'system';
  return (
    <HeaderMenu
      icon={<Icon name={icon} size={22} />}
      label={`${t('colourMode.label')}: ${t(`colourMode.${current}`)}`}
    >
      {() => (
        <fieldset className={styles.options}>
          <legend className="visually-hidden">{t('colourMode.label')}</legend>
          {modes.map(({ mode, icon }) => (
            <label key={mode} className={styles.option}>
              <input
                type="radio"
                name="colour-mode"
                className="visually-hidden"
                checked={mode === current}
                onChange={() => setMode(mode)}
              />
              <Icon name={icon} size={20} />
              {t(`colourMode.${mode}`)}
            </label>
          ))}
        </fieldset>
      )}
    </HeaderMenu>
  );
}
