// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { getBrowserSession } from '#web/auth/session.ts';
import { loginContactDraft } from '#web/auth/use-log-in.ts';
import { ChangePasswordButton } from '#web/features/account/ChangePasswordButton.tsx';
import { Component as LoginPage } from '#web/features/account/LoginPage.tsx';
import { ChakraPage } from '#web/ui/theme/ChakraScope.tsx';
import { serveGateway, shopper } from './account-gateway.ts';
import { clickButton, renderComponent } from './render-routes.tsx';
import { asha, signIn } from './shoppers.ts';

const gateway = serveGateway();
beforeEach(() => loginContactDraft.save(''));

/** A field of the dialog, or of the login form if the dialog is closed. */
const getInput = (label: string) =>
  within(screen.queryByRole('dialog') ?? document.body).getByLabelText<HTMLInputElement>(label);

async function openDialog(): Promise<void> {
  await clickButton('Forgot your password?');
  await screen.findByRole('dialog', { name: 'Reset Password' });
}

const renderDialog = async () => {
  const rendered = await renderComponent(<LoginPage />);
  await openDialog();
  return rendered;
};

async function completeStep1() {
  const rendered = await renderDialog();
  await requestOtp();
  return rendered;
}

async function requestOtp(): Promise<void> {
  gateway.respond('RequestPasswordReset', 'requestPasswordReset', {});
  await userEvent.type(getInput('Email or mobile number'), 'asha@example.test');
  await clickButton('Send OTP');
  await screen.findByLabelText('OTP');
}

async function completeStep2() {
  const rendered = await completeStep1();
  await verifyOtp();
  return rendered;
}

async function verifyOtp(otp = '123 456'): Promise<void> {
  gateway.respond('VerifyPasswordReset', 'verifyPasswordReset', {
    resetToken: 'once',
    message: 'OTP verified',
  });
  await userEvent.type(getInput('OTP'), otp);
  await clickButton('Verify OTP');
  await screen.findByLabelText('New Password');
}

describe('the first step of a password reset', () => {
  it('does not keep the mobile number for the login form after a logout', async () => {
    gateway.respond('RequestPasswordReset', 'requestPasswordReset', {});
    signIn();
    await renderComponent(
      <ChakraPage>
        <ChangePasswordButton contact={asha.contact} />
      </ChakraPage>,
    );
    await clickButton(/Change/);
    await clickButton('Send OTP');
    await screen.findByLabelText('OTP');
    act(() => getBrowserSession().signOut());
    cleanup();
    await renderComponent(<LoginPage />);
    expect(getInput('Mobile number').value).toBe('');
  });

  it('requires an e-mail address or a mobile number', async () => {
    await renderDialog();
    await clickButton('Send OTP');
    await screen.findByText('Please enter your email');
    expect(document.activeElement).toBe(getInput('Email or mobile number'));
    expect(gateway.sentInputs).toEqual([]);
  });

  it('replaces the error of the previous attempt', async () => {
    await renderDialog();
    gateway.failRequest('RequestPasswordReset');
    await userEvent.type(getInput('Email or mobile number'), 'asha@example.test{Enter}');
    await screen.findByText(/^We can't reach the shop/);
    await userEvent.clear(getInput('Email or mobile number'));
    await clickButton('Send OTP');
    await screen.findByText('Please enter your email');
    expect(screen.queryByText(/^We can't reach the shop/)).toBeNull();
  });

  it('shows an error when no account has the entered e-mail address, and keeps it', async () => {
    gateway.respond('RequestPasswordReset', 'requestPasswordReset', { message: null }, [
      { code: 'EMAIL_NOT_FOUND', message: 'Email not found', field: ['email'] },
    ]);
    await renderDialog();
    await userEvent.type(getInput('Email or mobile number'), 'nobody@example.test{Enter}');
    await screen.findByText('Email not found');
    expect(getInput('Email or mobile number').value).toBe('nobody@example.test');
  });

  it('accepts a mobile number, and fills it in at the last step', async () => {
    gateway.respond('RequestPasswordReset', 'requestPasswordReset', {});
    await renderDialog();
    await userEvent.type(getInput('Email or mobile number'), '+91 98123-45678');
    await clickButton('Send OTP');
    await screen.findByText(/emailed for the account 9812345678/);
    await verifyOtp();
    expect(gateway.sentInputs).toEqual([{ email: '9812345678' }, { email: '9812345678', otp: '123456' }]);
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByLabelText<HTMLInputElement>('Mobile number').value).toBe('9812345678');
  });

  it('shows a message and continues with the second step', async () => {
    await completeStep1();
    expect(gateway.sentInputs).toEqual([{ email: 'asha@example.test' }]);
    await screen.findByText('OTP sent to your email.');
    await waitFor(() => expect(document.activeElement).toBe(getInput('OTP')));
    expect([getInput('OTP').autocomplete, getInput('OTP').inputMode]).toEqual(['one-time-code', 'numeric']);
  });

  it('does not submit the login form behind it', async () => {
    await renderDialog();
    await clickButton('Send OTP');
    await screen.findByText('Please enter your email');
    expect(screen.queryByText('Please enter both contact and password')).toBeNull();
  });
});

describe('the second step of a password reset', () => {
  it('focuses the OTP field, whose description is the text of the step', async () => {
    await completeStep1();
    const field = screen.getByRole('textbox', {
      name: 'OTP',
      description: /^Step 2 of 3 Enter the 6-digit code we emailed to asha@example.test/,
    });
    await waitFor(() => expect(document.activeElement).toBe(field));
  });

  it('requires the OTP', async () => {
    await completeStep1();
    await clickButton('Verify OTP');
    await screen.findByText('Please enter the OTP');
  });

  it('shows an error when the OTP is wrong or expired', async () => {
    gateway.respond('VerifyPasswordReset', 'verifyPasswordReset', { resetToken: null, message: null }, [
      { code: 'OTP_INVALID', message: 'Invalid OTP or OTP expired', field: ['otp'] },
    ]);
    await completeStep1();
    await userEvent.type(getInput('OTP'), '000000{Enter}');
    await screen.findByText('Invalid OTP or OTP expired');
    expect(getInput('OTP').value).toBe('000000');
  });

  it('goes back to the first step and keeps the e-mail address', async () => {
    await completeStep1();
    await clickButton('Use another email or get a new OTP');
    expect((await screen.findByLabelText<HTMLInputElement>('Email or mobile number')).value).toBe(
      'asha@example.test',
    );
  });

  it('does not open the next one if the OTP is verified only after the shopper has gone back', async () => {
    await completeStep1();
    const release = gateway.holdResponses('VerifyPasswordReset', 'verifyPasswordReset', {
      resetToken: 'once',
      message: 'OTP verified',
    });
    await userEvent.type(getInput('OTP'), '123456');
    await clickButton('Verify OTP');
    await waitFor(() => expect(gateway.sentInputs).toHaveLength(2));
    await clickButton('Use another email or get a new OTP');
    await userEvent.clear(await screen.findByLabelText('Email or mobile number'));
    release();
    await userEvent.type(getInput('Email or mobile number'), 'bina@example.test');
    await clickButton('Send OTP');
    await screen.findByText(/emailed to bina@example.test/);
  });

  it('accepts an OTP in Devanagari digits', async () => {
    await completeStep1();
    await verifyOtp('१२३ ४५६');
    expect(gateway.sentInputs.at(-1)).toEqual({ email: 'asha@example.test', otp: '123456' });
  });

  it('shows a message and continues with the third step', async () => {
    await completeStep2();
    expect(gateway.sentInputs.at(-1)).toEqual({ email: 'asha@example.test', otp: '123456' });
    await screen.findByText('OTP verified successfully.');
    expect(getInput('New Password').autocomplete).toBe('new-password');
  });
});

describe('the third step of a password reset', () => {
  it.each([
    ['', ''],
    ['a new secret', 'another secret'],
  ])('rejects passwords that are empty or different: %j and %j', async (first, second) => {
    await completeStep2();
    if (first !== '') await userEvent.type(getInput('New Password'), first);
    if (second !== '') await userEvent.type(getInput('Confirm Password'), second);
    await clickButton('Reset Password');
    await screen.findByText('Passwords do not match');
    expect(gateway.sentInputs).toHaveLength(2);
  });

  it('keeps the focus in the field being corrected when the page behind the dialog renders again', async () => {
    const { router } = await completeStep2();
    await userEvent.type(getInput('New Password'), 'a new secret');
    await clickButton('Reset Password');
    await screen.findByText('Passwords do not match');
    expect(document.activeElement).toBe(getInput('Confirm Password'));
    await userEvent.type(getInput('New Password'), '!');
    await act(() => router.navigate('/?rendered=again'));
    expect(document.activeElement).toBe(getInput('New Password'));
  });

  it.each([7, 129])('rejects a password of %i characters', async (length) => {
    await completeStep2();
    // The fields limit the length of typed text, but a browser extension can fill in longer text.
    fireEvent.change(getInput('New Password'), { target: { value: 'x'.repeat(length) } });
    fireEvent.change(getInput('Confirm Password'), { target: { value: 'x'.repeat(length) } });
    await clickButton('Reset Password');
    await screen.findByText('Use 8 to 128 characters.');
    expect(gateway.sentInputs).toHaveLength(2);
  });

  it('shows an error when the reset fails, keeps the entered passwords and lets the shopper start again', async () => {
    gateway.respond('ResetPassword', 'resetPassword', { message: null }, [
      { code: 'RESET_FAILED', message: 'Password reset failed' },
    ]);
    await completeStep2();
    await userEvent.type(getInput('New Password'), 'a new secret');
    await userEvent.type(getInput('Confirm Password'), 'a new secret{Enter}');
    await screen.findByText('Password reset failed');
    expect(getInput('New Password').value).toBe('a new secret');
    await clickButton('Start again with a new OTP');
    await screen.findByLabelText('Email or mobile number');
    expect(getInput('Email or mobile number').value).toBe('asha@example.test');
    await clickButton('Send OTP');
    await screen.findByLabelText('OTP');
    await userEvent.type(getInput('OTP'), '123456{Enter}');
    await screen.findByLabelText('New Password');
    expect([getInput('New Password').value, getInput('Confirm Password').value]).toEqual([
      'a new secret',
      'a new secret',
    ]);
  });

  async function submitNewPassword(): Promise<void> {
    gateway.respond('ResetPassword', 'resetPassword', {});
    await userEvent.type(getInput('New Password'), 'a new secret');
    await userEvent.type(getInput('Confirm Password'), 'a new secret{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Reset Password' })).toBeNull());
  }

  it('signs the shopper in with the mobile number', async () => {
    gateway.respond('Login', 'login', { token: 'secret', user: shopper });
    const { router } = await completeStep2();
    await userEvent.type(getInput('Mobile number'), '98765 43210');
    await submitNewPassword();
    await screen.findByText('Your password has been reset.');
    expect(gateway.sentInputs.slice(-2)).toEqual([
      { resetToken: 'once', newPassword: 'a new secret' },
      { contact: '98765 43210', password: 'a new secret' },
    ]);
    await waitFor(() => expect(router.state.location.pathname).toBe('/profile'));
    expect(getBrowserSession().getShopper()?.token).toBe('secret');
  });

  it('takes the mobile number from the login form, whose password and error it clears afterwards', async () => {
    gateway.respond('Login', 'login', { token: null, user: null }, [
      { code: 'LOGIN_FAILED', message: 'Login failed. Please check your credentials.' },
    ]);
    await renderComponent(<LoginPage />);
    await userEvent.type(getInput('Mobile number'), '9876543210');
    await userEvent.type(getInput('Password'), 'forgotten{Enter}');
    await screen.findByText('Login failed. Please check your credentials.');
    await openDialog();
    await requestOtp();
    await verifyOtp();
    expect(getInput('Mobile number').value).toBe('9876543210');
    await submitNewPassword();
    await screen.findByText('Your password has been reset. Please log in.');
    expect(screen.queryByText('Login failed. Please check your credentials.')).toBeNull();
    expect([getInput('Mobile number').value, getInput('Password').value]).toEqual(['9876543210', '']);
  });

  it('does not sign the shopper in without a mobile number, and empties the dialog', async () => {
    await completeStep2();
    await submitNewPassword();
    await screen.findByText('Your password has been reset. Please log in.');
    expect(gateway.sentInputs.at(-1)).toEqual({ resetToken: 'once', newPassword: 'a new secret' });
    await clickButton('Forgot your password?');
    expect((await screen.findByLabelText<HTMLInputElement>('Email or mobile number')).value).toBe('');
  });
});

describe('cancelling a password reset', () => {
  it('closes the dialog, clears the e-mail address and returns to the first step', async () => {
    await completeStep2();
    await userEvent.type(getInput('New Password'), 'a new secret');
    await clickButton('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Reset Password' })).toBeNull());
    await clickButton('Forgot your password?');
    expect((await screen.findByLabelText<HTMLInputElement>('Email or mobile number')).value).toBe('');
  });
});
