import { useTranslation } from '#web/i18n/translation.tsx';
import { useDialog } from '#web/ui/dialog/use-dialog.ts';
import { Icon } from '#web/ui/Icon.tsx';

interface ShareButtonProps {
  /** The title of the shared page, for example the name of a book with its author. */
  title: string;
  /** The path of the page to share, with its query. */
  path: string;
  /** The button's label for screen readers, if "Share" doesn't say what is shared. */
  label?: string;
}

const loadShareDialog = () => import('./ShareDialog.tsx').then(({ ShareDialog }) => ShareDialog);

/** Opens the device's share sheet, or a dialog if the browser has none or cannot open it. */
export function ShareButton({ title, path, label }: ShareButtonProps) {
  const { t } = useTranslation('ui');
  const { Dialog, dialogProps, prepare, open } = useDialog(loadShareDialog);
  const share = async () => {
    // Plain HTTP and some desktop browsers have no `share`, although its type is not optional.
    if (!('share' in navigator)) return open();
    try {
      await navigator.share({ title, url: new URL(path, window.location.origin).href });
    } catch (error) {
      // The shopper closed the share sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      open();
    }
  };
  return (
    <>
      <button
        type="button"
        className="button"
        aria-label={label}
        onPointerEnter={prepare}
        onClick={() => void share()}
      >
        <Icon name="share" size={20} />
        {t('share.button')}
      </button>
      {Dialog !== null && <Dialog {...dialogProps} title={title} path={path} />}
    </>
  );
}
