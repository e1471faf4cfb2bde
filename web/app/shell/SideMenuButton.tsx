import { useTranslation } from '#web/i18n/translation.tsx';
import { useDialog } from '#web/ui/dialog/use-dialog.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { toasts } from '#web/ui/toast/toasts.ts';

const loadSideMenu = () => import('./SideMenu.tsx').then(({ SideMenu }) => SideMenu);

/** Opens the side menu, which needs scripts. Header and footer link to the same pages, except the login. */
export function SideMenuButton() {
  const { t } = useTranslation('shell');
  const { Dialog, dialogProps, openerProps } = useDialog(loadSideMenu, () => toasts.error(t('nav.failed')));
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={t('nav.menu')}
        aria-expanded={dialogProps.open}
        {...openerProps}
      >
        <Icon name="menu" />
      </button>
      {Dialog !== null && <Dialog {...dialogProps} />}
    </>
  );
}
