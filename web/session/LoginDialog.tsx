import { Dialog } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { DialogFrame } from '#web/ui/chakra/DialogFrame.tsx';
import type { DialogProps } from '#web/ui/use-dialog.ts';
import { LoginForm } from './LoginForm.tsx';
import { loginPath, returningTo } from './return-path.ts';

interface LoginDialogProps extends DialogProps {
  /** Called once the session is there; the dialog closes by itself. */
  onSignedIn?: () => void;
}

/**
 * The login without leaving the screen (spec.md 2.3 and 2.13). Load it on intent by `import()`; its
 * texts are in the namespace `session`.
 */
export function LoginDialog({ open, onClose, onSignedIn }: LoginDialogProps) {
  const { t } = useTranslation('session');
  const { state } = returningTo(useLocation());
  return (
    <DialogFrame
      open={open}
      onClose={onClose}
      size="xs"
      title={t('login.title')}
      footer={
        <Dialog.Footer justifyContent="space-between" flexWrap="wrap">
          <span>
            {t('login.noAccount')}{' '}
            <Link to="/registeration" className="link">
              {t('login.signUp')}
            </Link>
          </span>
          <button type="button" className="button button--small" onClick={onClose}>
            {t('login.close')}
          </button>
        </Dialog.Footer>
      }
    >
      <LoginForm
        forgot={
          <Link to={loginPath} state={state} className="link">
            {t('login.forgot')}
          </Link>
        }
        onSignedIn={() => {
          onClose();
          onSignedIn?.();
        }}
      />
    </DialogFrame>
  );
}
