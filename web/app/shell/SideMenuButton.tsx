import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import { useToast } from '#web/ui/toast/toasts.ts';
import type { DrawerContentProps } from './SideMenu.tsx';

/**
 * The menu button and its drawer, which is loaded when the button is about to be used. Without
 * scripts the same links are in the footer.
 */
export function SideMenuButton() {
  const { t } = useTranslation('shell');
  const notice = useToast();
  const [open, setOpen] = useState(false);
  const [Content, setContent] = useState<ComponentType<DrawerContentProps> | null>(null);
  const load = async () => {
    const { SideMenu } = await import('./SideMenu.tsx');
    setContent(() => SideMenu);
  };
  const show = async () => {
    try {
      await load();
      setOpen(true);
    } catch {
      notice.error(t('nav.failed'));
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
      {Content !== null && <Content open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
