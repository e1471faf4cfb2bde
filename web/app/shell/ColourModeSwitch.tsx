import { useTranslation } from 'react-i18next';
import { useColourMode } from '#web/app/colour-mode.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './ColourModeSwitch.module.css';
import { HeaderMenu } from './HeaderMenu.tsx';

const modes = [
  { mode: 'light', icon: 'sun' },
  { mode: 'dark', icon: 'moon' },
  { mode: 'system', icon: 'system' },
] as const;

/** Light, dark or as the system has it: one button that opens the three. */
export function ColourModeSwitch() {
  const { t } = useTranslation('shell');
  const [current, choose] = useColourMode();
  const icon = modes.find(({ mode }) => mode === current)?.icon ?? 'system';
  return (
    <HeaderMenu
      sign={<Icon name={icon} size={22} />}
      label={`${t('colourMode.label')}: ${t(`colourMode.${current}`)}`}
    >
      {() => (
        <fieldset className={styles.choices}>
          <legend className="visually-hidden">{t('colourMode.label')}</legend>
          {modes.map(({ mode, icon }) => (
            <label key={mode} className={styles.choice}>
              <input
                type="radio"
                name="colour-mode"
                className="visually-hidden"
                checked={mode === current}
                onChange={() => choose(mode)}
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
