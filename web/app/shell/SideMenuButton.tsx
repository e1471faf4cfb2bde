import { type ComponentType, useState } from 'react';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { useToast } from '#web/ui/toast/toasts.ts';
import type { SideMenuProps } from './SideMenu.tsx';

/**
 * The menu button. The drawer is loaded when the pointer enters the button. Without scripts, the same links are in the
 * footer.
 */
export function SideMenuButton() {
  const { t } = useTranslation('shell');
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const [Menu, setMenu] = useState<ComponentType<SideMenuProps> | null>(null);
  const load = async () => {
    const { SideMenu } = await import('./SideMenu.tsx');
    setMenu(() => SideMenu);
  };
  const show = async () => {
    try {
      await load();
      setOpen(true);
    } catch {
      toast.error(t('nav.failed'));
    }
  };
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={t('nav.menu')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => void load().catch(() => undefined)}
        onClick={() => void show()}
      >
        <Icon name="menu" />
      </button>
      {Menu !== null && <Menu open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
