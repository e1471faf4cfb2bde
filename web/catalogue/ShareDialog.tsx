import { Button, Flex } from '@chakra-ui/react';
import { useRef } from 'react';
import { useTranslation } from '#web/i18n/translation.tsx';
import { DialogFrame } from '#web/ui/dialog/DialogFrame.tsx';
import type { DialogProps } from '#web/ui/dialog/use-dialog.ts';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { toasts } from '#web/ui/toast/toasts.ts';

interface ShareDialogProps extends DialogProps {
  title: string;
  path: string;
}

/** Shares a page by WhatsApp or as a copied link, for browsers that have no share sheet or cannot open it. */
export function ShareDialog({ open, onClose, title, path }: ShareDialogProps) {
  const { t } = useTranslation('ui');
  const content = useRef<HTMLDivElement>(null);
  const url = new URL(path, window.location.origin).href;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toasts.success(t('share.copied'));
      onClose();
    } catch {
      // Pages on plain HTTP cannot use the clipboard, and browsers may deny it. The shopper can copy the selected link.
      content.current?.querySelector('input')?.select();
    }
  };
  return (
    <DialogFrame
      open={open}
      onClose={onClose}
      size="sm"
      title={t('share.title')}
      closeLabel={t('share.close')}
    >
      <Flex ref={content} direction="column" gap="4" paddingBlockEnd="4">
        <p>{title}</p>
        <TextField label={t('share.link')} value={url} readOnly />
        <Flex gap="3" wrap="wrap">
          <a
            className="button button--solid"
            href={`https://wa.me/?text=${encodeURIComponent(`${title}\n${url}`)}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            {t('share.whatsapp')}
          </a>
          <Button onClick={() => void copy()}>{t('share.copy')}</Button>
        </Flex>
      </Flex>
    </DialogFrame>
  );
}
