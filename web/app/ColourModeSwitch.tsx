import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './ColourModeSwitch.module.css';
import { useColourMode } from './colour-mode.ts';

const modes = [
  { mode: 'light', icon: 'sun' },
  { mode: 'dark', icon: 'moon' },
  { mode: 'system', icon: 'system' },
] as const;

/** Light, dark or as the system has it: one button that opens the three. */
export function ColourModeSwitch() {
  const { t } = useTranslation('app');
  const [current, choose] = useColourMode();
  const icon = modes.find(({ mode }) => mode === current)?.icon ?? 'system';
  const switcher = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      const outside = target instanceof Node && !switcher.current?.contains(target);
      if (switcher.current !== null && outside) switcher.current.open = false;
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, []);
  return (
    <details
      ref={switcher}
      className={styles.switch}
      name="header"
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Escape') close(currentTarget);
      }}
    >
      <summary className="icon-button" aria-label={`${t('colourMode.label')}: ${t(`colourMode.${current}`)}`}>
        <Icon name={icon} size={22} />
      </summary>
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
    </details>
  );
}

function close(switcher: HTMLDetailsElement): void {
  switcher.open = false;
  switcher.querySelector('summary')?.focus();
}
