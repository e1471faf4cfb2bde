import { Button, Dialog } from '@chakra-ui/react';
import { useEffect, useEffectEvent } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useTranslation } from '#web/i18n/translation.tsx';
import { DialogFrame } from '#web/ui/dialog/DialogFrame.tsx';
import type { DialogProps } from '#web/ui/dialog/use-dialog.ts';
import { LoginForm } from './LoginForm.tsx';
import { createLoginState, type LoginState, loginPath } from './return-path.ts';
import { useSession } from './session.ts';

interface LoginDialogProps extends DialogProps {
  /** Called after a login in this dialog. The dialog may still be on the screen then. */
  onSignedIn?: () => void;
  /**
   * The state of the links to the login and registration pages. By default, these pages lead back to the current one.
   */
  loginState?: LoginState;
}

/** Logs the shopper in without leaving the page (requirements.md 2.3). Load it on intent with `useDialog`. */
export function LoginDialog({ open, onClose, onSignedIn, loginState }: LoginDialogProps) {
  const { t } = useTranslation('auth');
  const location = useLocation();
  const state = loginState ?? createLoginState(location);
  const isSignedIn = useSession() !== null;
  const closeAfterLogin = useEffectEvent(onClose);
  // Also closes the dialog after a login in another tab.
  useEffect(() => {
    if (isSignedIn) closeAfterLogin();
  }, [isSignedIn]);
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
            <Link to="/registeration" state={state} className="link">
              {t('login.signUp')}
            </Link>
          </span>
          <Button size="sm" onClick={onClose}>
            {t('login.close')}
          </Button>
        </Dialog.Footer>
      }
    >
      <LoginForm
        forgotPassword={
          <Link to={loginPath} state={state} className="link">
            {t('login.forgot')}
          </Link>
        }
        onSignedIn={onSignedIn}
      />
    </DialogFrame>
  );
}
