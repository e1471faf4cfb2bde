// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { Component as LoginPage } from '#web/features/account/LoginPage.tsx';
import { serveGateway } from './account-gateway.ts';
import { renderPart } from './render-part.tsx';

const gateway = serveGateway();

const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function openDialog(): Promise<void> {
  await renderPart(<LoginPage />, { messages: ['account', 'auth'] });
  await press('Forgot your password?');
  await screen.findByRole('dialog', { name: 'Reset Password' });
}

async function passStep1(): Promise<void> {
  gateway.answer('RequestPasswordReset', 'requestPasswordReset', { message: 'OTP sent' });
  await openDialog();
  await userEvent.type(input('Email'), 'asha@example.test');
  await press('Send OTP');
  await screen.findByLabelText('OTP');
}

async function passStep2(): Promise<void> {
  gateway.answer('VerifyPasswordReset', 'verifyPasswordReset', {
    resetToken: 'once',
    message: 'OTP verified',
  });
  await passStep1();
  await userEvent.type(input('OTP'), '123 456');
  await press('Verify OTP');
  await screen.findByLabelText('New Password');
}

describe('the first step of a password reset', () => {
  it('asks for the email', async () => {
    await openDialog();
    await press('Send OTP');
    await screen.findByText('Please enter your email');
    expect(document.activeElement).toBe(input('Email'));
    expect(gateway.sent).toEqual([]);
  });

  it('says when no account has it, and keeps it', async () => {
    gateway.answer('RequestPasswordReset', 'requestPasswordReset', { message: null }, [
      { code: 'EMAIL_NOT_FOUND', message: 'Email not found', field: ['email'] },
    ]);
    await openDialog();
    await userEvent.type(input('Email'), 'nobody@example.test{Enter}');
    await screen.findByText('Email not found');
    expect(input('Email').value).toBe('nobody@example.test');
  });

  it("shows the shop's words and goes on to the second", async () => {
    await passStep1();
    expect(gateway.sent).toEqual([{ email: 'asha@example.test' }]);
    await screen.findByText('OTP sent');
    await waitFor(() => expect(document.activeElement).toBe(input('OTP')));
    expect([input('OTP').autocomplete, input('OTP').inputMode]).toEqual(['one-time-code', 'numeric']);
  });

  it('leaves the login form behind it alone', async () => {
    await openDialog();
    await press('Send OTP');
    await screen.findByText('Please enter your email');
    expect(screen.queryByText('Please enter both contact and password')).toBeNull();
  });
});

describe('the second step', () => {
  it('asks for the OTP', async () => {
    await passStep1();
    await press('Verify OTP');
    await screen.findByText('Please enter the OTP');
  });

  it('says when the OTP is wrong or too old, and stays', async () => {
    gateway.answer('VerifyPasswordReset', 'verifyPasswordReset', { resetToken: null, message: null }, [
      { code: 'OTP_INVALID', message: 'Invalid OTP or OTP expired', field: ['otp'] },
    ]);
    await passStep1();
    await userEvent.type(input('OTP'), '000000{Enter}');
    await screen.findByText('Invalid OTP or OTP expired');
    expect(input('OTP').value).toBe('000000');
  });

  it('leads back to the first with the email still there', async () => {
    await passStep1();
    await press('Use another email or get a new OTP');
    expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('asha@example.test');
  });

  it("shows the shop's words and goes on to the third", async () => {
    await passStep2();
    expect(gateway.sent.at(-1)).toEqual({ email: 'asha@example.test', otp: '123456' });
    await screen.findByText('OTP verified');
    expect(input('New Password').autocomplete).toBe('new-password');
  });
});

describe('the third step', () => {
  it.each([
    ['', ''],
    ['a new secret', 'another secret'],
  ])('refuses passwords that are empty or differ: %j and %j', async (first, second) => {
    await passStep2();
    if (first !== '') await userEvent.type(input('New Password'), first);
    if (second !== '') await userEvent.type(input('Confirm Password'), second);
    await press('Reset Password');
    await screen.findByText('Passwords do not match');
    expect(gateway.sent).toHaveLength(2);
  });

  it('refuses a password that is too short', async () => {
    await passStep2();
    await userEvent.type(input('New Password'), 'short');
    await userEvent.type(input('Confirm Password'), 'short{Enter}');
    await screen.findByText('Use 8 to 128 characters.');
    expect(gateway.sent).toHaveLength(2);
  });

  it('says when the reset failed, keeps what was typed and offers a new start', async () => {
    gateway.answer('ResetPassword', 'resetPassword', { message: null }, [
      { code: 'RESET_FAILED', message: 'Password reset failed' },
    ]);
    await passStep2();
    await userEvent.type(input('New Password'), 'a new secret');
    await userEvent.type(input('Confirm Password'), 'a new secret{Enter}');
    await screen.findByText('Password reset failed');
    expect(input('New Password').value).toBe('a new secret');
    await press('Start again with a new OTP');
    await screen.findByLabelText('Email');
    expect(input('Email').value).toBe('asha@example.test');
    await press('Send OTP');
    await screen.findByLabelText('OTP');
    await userEvent.type(input('OTP'), '123456{Enter}');
    await screen.findByLabelText('New Password');
    expect([input('New Password').value, input('Confirm Password').value]).toEqual([
      'a new secret',
      'a new secret',
    ]);
  });

  it("closes on success with the shop's words; opened again, everything is empty", async () => {
    gateway.answer('ResetPassword', 'resetPassword', { message: 'Password has been reset' });
    await passStep2();
    await userEvent.type(input('New Password'), 'a new secret');
    await userEvent.type(input('Confirm Password'), 'a new secret{Enter}');
    await screen.findByText('Password has been reset');
    expect(gateway.sent.at(-1)).toEqual({ resetToken: 'once', newPassword: 'a new secret' });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Reset Password' })).toBeNull());
    await press('Forgot your password?');
    expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('');
  });
});

describe('Cancel', () => {
  it('closes the dialog and clears fields and steps', async () => {
    await passStep2();
    await userEvent.type(input('New Password'), 'a new secret');
    await press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Reset Password' })).toBeNull());
    await press('Forgot your password?');
    expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('');
  });
});
