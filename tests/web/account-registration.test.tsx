// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { getBrowserSession } from '#web/auth/session.ts';
import { Component as RegistrationPage } from '#web/features/account/RegistrationPage.tsx';
import { registrationDraft } from '#web/features/account/registration-draft.ts';
import { changeLanguage } from '#web/i18n/i18n.ts';
import { serveGateway, shopper } from './account-gateway.ts';
import { clickButton, renderComponent } from './render-routes.tsx';
import { asha } from './shoppers.ts';

const gateway = serveGateway();
beforeEach(() => registrationDraft.clear());

const showPage = () => renderComponent(<RegistrationPage />);
const getField = (label: string, index = 0) => {
  const found = screen.getAllByLabelText<HTMLInputElement>(label)[index];
  if (found === undefined) throw new Error(`The label ${label} has no field with the index ${index}.`);
  return found;
};

const account = {
  Name: 'Asha Joshi',
  Email: 'asha@example.test',
  'Mobile number': '9876543210',
  Password: 'correct horse',
  'Confirm Password': 'correct horse',
};
const home = { Address: '12 Lakshmi Road', Area: 'Sadashiv Peth', Landmark: 'Library', City: 'Pune' };

async function fill(fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await userEvent.clear(getField(label));
    // Pasting is faster than typing, which dispatches several events for each character.
    await userEvent.click(getField(label));
    await userEvent.paste(text);
  }
}

/** Fills in a registration without an address, and agrees to the privacy policy. */
async function fillAccount(changes: Record<string, string> = {}): Promise<void> {
  await fill({ ...account, ...changes });
  await userEvent.click(screen.getByRole('checkbox'));
}

async function fillAll(): Promise<void> {
  await fillAccount();
  await clickButton('Add an address now');
  await fill({ ...home, Pincode: '411030' });
}

describe('a registration', () => {
  const sentAccount = {
    username: 'Asha Joshi',
    email: 'asha@example.test',
    contact: '9876543210',
    password: 'correct horse',
    confirmPassword: 'correct horse',
  };
  const credentials = { contact: '9876543210', password: 'correct horse' };
  const session = { token: 'secret', user: shopper };

  it('needs no address, shows a message and signs the shopper in', async () => {
    gateway.respond('Register', 'register', { registered: true });
    gateway.respond('Login', 'login', session);
    const { router } = await showPage();
    await fillAccount({ 'Mobile number': '+91 98765 43210' });
    await clickButton('Register');
    await screen.findByText('Account created successfully.');
    await waitFor(() => expect(router.state.location.pathname).toBe('/profile'));
    expect(getBrowserSession().getShopper()?.token).toBe('secret');
    expect(gateway.sentInputs).toEqual([{ ...sentAccount, addresses: [] }, credentials]);
  });

  it('sends the address that the shopper adds', async () => {
    gateway.respond('Register', 'register', { registered: true });
    gateway.respond('Login', 'login', session);
    const { router } = await showPage();
    await fillAll();
    await clickButton('Register');
    await waitFor(() => expect(router.state.location.pathname).toBe('/profile'));
    const address = {
      address: '12 Lakshmi Road',
      area: 'Sadashiv Peth',
      landmark: 'Library',
      pincode: '411030',
      city: 'Pune',
      state: 'Maharashtra',
      district: 'Pune',
    };
    expect(gateway.sentInputs).toEqual([{ ...sentAccount, addresses: [address] }, credentials]);
  });

  it('returns to the page the shopper came from', async () => {
    gateway.respond('Register', 'register', { registered: true });
    gateway.respond('Login', 'login', session);
    const { router } = await showPage();
    await router.navigate('/', { state: { returnTo: '/cart-manager', returnState: { couponId: '5' } } });
    await fillAccount();
    await clickButton('Register');
    await waitFor(() => expect(router.state.location.pathname).toBe('/cart-manager'));
    expect(router.state.location.state).toEqual({ couponId: '5' });
  });

  it('discards the input and opens the login with the mobile number if the shopper cannot be signed in', async () => {
    gateway.respond('Register', 'register', { registered: true });
    gateway.failRequest('Login');
    const { router } = await showPage();
    await fillAccount();
    await clickButton('Register');
    await waitFor(() => expect(router.state.location.pathname).toBe('/user-login'));
    expect(router.state.location.state).toEqual({ contact: '9876543210' });
    await screen.findByText('Another page');
    await router.navigate('/');
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('');
  });

  it('does not move the shopper to the login if they have left the form before the sign-in fails', async () => {
    gateway.respond('Register', 'register', { registered: true });
    const releaseLogin = gateway.holdResponses('Login', 'login', { token: null, user: null });
    const { router } = await showPage();
    await fillAccount();
    await clickButton('Register');
    await waitFor(() => expect(gateway.sentInputs).toHaveLength(2));
    await act(() => router.navigate('/about-us'));
    await screen.findByText('Another page');
    releaseLogin();
    await act(() => router.navigate('/'));
    await screen.findByLabelText('Name');
    await fillAccount();
    expect(router.state.location.pathname).toBe('/');
  });

  it('requires agreement to the privacy policy', async () => {
    await showPage();
    await fillAll();
    await userEvent.click(screen.getByRole('checkbox'));
    await clickButton('Register');
    await screen.findByText('Please agree to the Privacy Policy before creating an account.');
    expect(document.activeElement).toBe(screen.getByRole('checkbox'));
    expect(gateway.sentInputs).toEqual([]);
  });

  it('shows an error for each empty field, announces how many there are and focuses the first', async () => {
    await showPage();
    await clickButton('Add an address now');
    await clickButton('Register');
    for (const message of [
      'Please enter your name',
      'Please enter your email',
      'Please enter your mobile number',
      'Please choose a password',
      'Please enter the password again',
      'Please enter the PIN code',
    ]) {
      await screen.findByText(message);
    }
    expect(screen.getByText('13 fields need your attention.').closest('[role="alert"]')).not.toBeNull();
    expect(document.activeElement).toBe(getField('Name'));
    const description = document.getElementById(getField('Name').getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe('Please enter your name');
  });

  it('shows its errors in the new language after a switch', async () => {
    const { i18n } = await showPage();
    await clickButton('Add an address now');
    await fill({ Email: 'asha@', Password: 'correct horse' });
    await clickButton('Register');
    await screen.findByText('Please enter a valid email address.');
    await act(() => changeLanguage(i18n, 'mr'));
    for (const message of [
      'कृपया आपले नाव लिहा',
      'कृपया योग्य ई-मेल पत्ता लिहा.',
      'कृपया पासवर्ड पुन्हा लिहा',
      'कृपया पिनकोड लिहा',
      '12 रकान्यांकडे लक्ष द्या.',
    ]) {
      expect(screen.getByText(message)).toBeDefined();
    }
    expect(screen.queryByText(/^Please|need your attention/)).toBeNull();
    // Fields without an error stay without one.
    expect(screen.queryByText('कृपया पासवर्ड निवडा')).toBeNull();
  });

  it('shows no errors after a switch of the language if it showed none before', async () => {
    const { i18n, container } = await showPage();
    await act(() => changeLanguage(i18n, 'mr'));
    expect(container.querySelector('[aria-invalid="true"]')).toBeNull();
  });

  it.each([
    ['Email', 'asha@', 'Please enter a valid email address.'],
    ['Mobile number', '12345', 'Enter a 10-digit mobile number starting with 6, 7, 8 or 9.'],
    ['Password', 'short', 'Use 8 to 128 characters.'],
    ['Confirm Password', 'something else', 'Passwords do not match'],
    ['Pincode', '011030', "Enter a 6-digit PIN code. It can't start with 0."],
  ])('shows an error next to the field: %s %j', async (label, text, message) => {
    await showPage();
    await clickButton('Add an address now');
    await fill({ ...account, [label]: text });
    await clickButton('Register');
    await screen.findByText(message);
    expect(getField(label).getAttribute('aria-invalid')).toBe('true');
    expect(getField(label).value).toBe(text);
  });

  it('sets autocomplete for its fields', async () => {
    await showPage();
    await clickButton('Add an address now');
    const labels = ['Name', 'Email', 'Mobile number', 'Password', 'Confirm Password', 'Pincode', 'State'];
    expect(labels.map((label) => getField(label).getAttribute('autocomplete'))).toEqual([
      'name',
      'email',
      'tel-national',
      'new-password',
      'new-password',
      'section-address1 shipping postal-code',
      'section-address1 shipping address-level1',
    ]);
  });
});

describe('a rejected registration', () => {
  it('shows the error and a link to the login next to a contact number that is taken', async () => {
    const message = 'Contact Number is already present! You can try directly logging in.';
    gateway.respond('Register', 'register', { registered: false }, [
      { code: 'CONTACT_TAKEN', message, field: ['contact'] },
    ]);
    const { router } = await showPage();
    await fillAll();
    await clickButton('Register');
    await screen.findByText(message);
    expect(document.activeElement).toBe(getField('Mobile number'));
    expect([getField('Password').value, getField('City').value]).toEqual(['correct horse', 'Pune']);
    await userEvent.click(screen.getByRole('link', { name: 'Go to Login' }));
    expect(router.state.location.pathname).toBe('/user-login');
    expect(router.state.location.state).toEqual({ contact: '9876543210' });
  });

  it('shows only the first of several errors of a field, and counts the field once', async () => {
    gateway.respond('Register', 'register', { registered: false }, [
      { code: 'EMAIL_TAKEN', message: 'This email ID is already present.', field: ['email'] },
      { code: 'INVALID', message: 'Please enter a valid email address.', field: ['email'] },
    ]);
    await showPage();
    await fillAccount();
    await clickButton('Register');
    await screen.findByText('This email ID is already present.');
    expect(screen.queryByText('Please enter a valid email address.')).toBeNull();
    expect(screen.getByText('One field needs your attention.')).toBeDefined();
  });

  it('keeps the error of a taken e-mail address when the language is switched', async () => {
    const message = 'This email ID is already present.';
    gateway.respond('Register', 'register', { registered: false }, [
      { code: 'EMAIL_TAKEN', message, field: ['email'] },
    ]);
    const { i18n } = await showPage();
    await fillAccount();
    await clickButton('Register');
    await screen.findByText(message);
    await act(() => changeLanguage(i18n, 'mr'));
    expect(screen.getByText(message)).toBeDefined();
    expect(screen.getByText('एका रकान्याकडे लक्ष द्या.')).toBeDefined();
  });

  it('shows an error next to a taken e-mail address until it is changed', async () => {
    gateway.respond('Register', 'register', { registered: false }, [
      { code: 'EMAIL_TAKEN', message: 'This email ID is already present.', field: ['email'] },
    ]);
    await showPage();
    await fillAll();
    await clickButton('Register');
    await screen.findByText('This email ID is already present.');
    expect(document.activeElement).toBe(getField('Email'));
    expect(screen.queryByRole('link', { name: 'Go to Login' })).toBeNull();
    await fill({ Email: 'other@example.test' });
    await waitFor(() => expect(screen.queryByText('This email ID is already present.')).toBeNull());
  });

  it('shows an error of an address next to its field', async () => {
    gateway.respond('Register', 'register', { registered: false }, [
      { code: 'INVALID', message: 'Please check this field.', field: ['addresses', '0', 'area'] },
    ]);
    await showPage();
    await fillAll();
    await clickButton('Register');
    await screen.findByText('Please check this field.');
    expect(document.activeElement).toBe(getField('Area'));
  });

  it("shows the shop's own explanation if there is one", async () => {
    gateway.respond('Register', 'register', { registered: false }, [
      {
        code: 'UPSTREAM_REJECTED',
        message: 'The shop takes no new accounts today.',
        reason: 'The shop takes no new accounts today.',
      },
    ]);
    await showPage();
    await fillAll();
    await clickButton('Register');
    await screen.findByText('The shop takes no new accounts today.');
  });

  it('shows an error when there is no response, and keeps the typed values', async () => {
    gateway.failRequest('Register');
    await showPage();
    await fillAll();
    await clickButton('Register');
    await screen.findByText('An error occurred. Please try again.');
    expect(getField('Confirm Password').value).toBe('correct horse');
  });
});

describe('the addresses of a registration', () => {
  const confirmRemoval = async (number: number) => {
    await clickButton(`Remove address ${number}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Yes, remove it!' }));
  };

  it('are removed only after a confirmation', async () => {
    await showPage();
    await clickButton('Add an address now');
    await fill({ Address: 'First' });
    await clickButton('Add another address');
    await userEvent.type(getField('Address', 1), 'Second');
    await clickButton('Remove address 1');
    const dialog = await screen.findByRole('alertdialog', { name: 'Are you sure?' });
    expect(within(dialog).getByText("You won't be able to revert this!")).toBeDefined();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.getAllByLabelText('Address')).toHaveLength(2);
    await confirmRemoval(1);
    await waitFor(() => expect(screen.getAllByLabelText('Address')).toHaveLength(1));
    expect(getField('Address').value).toBe('Second');
  });

  it('can all be removed, because an address is optional', async () => {
    await showPage();
    await clickButton('Add an address now');
    await confirmRemoval(1);
    await screen.findByText('You can add an address now, or when you order.');
    expect(await screen.findByText('Address removed.')).toBeDefined();
    const heading = screen.getByRole('heading', { name: 'Delivery addresses' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(screen.queryByLabelText('Address')).toBeNull();
  });

  it('show no errors when they are added after a failed submission, until the form is submitted again', async () => {
    const { container } = await showPage();
    await clickButton('Register');
    await screen.findByText('6 fields need your attention.');
    await clickButton('Add an address now');
    await fill({ Address: '12 Lakshmi Road' });
    expect(container.querySelectorAll('section [aria-invalid="true"]')).toHaveLength(0);
    await clickButton('Register');
    await screen.findByText('12 fields need your attention.');
    expect(container.querySelectorAll('section [aria-invalid="true"]')).toHaveLength(6);
  });

  it('are limited to ten', async () => {
    await showPage();
    await clickButton('Add an address now');
    for (let count = 1; count < 10; count += 1) await clickButton('Add another address');
    expect(screen.getAllByLabelText('Address')).toHaveLength(10);
    expect(screen.queryByRole('button', { name: 'Add another address' })).toBeNull();
  });
});

/** Whether the browser asks for confirmation before it leaves or reloads the page. */
function confirmsLeaving(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

describe('text typed into the registration', () => {
  it('is protected by a confirmation before a reload, and is never stored', async () => {
    await showPage();
    expect(confirmsLeaving()).toBe(false);
    await userEvent.type(getField('Name'), 'Asha');
    expect(confirmsLeaving()).toBe(true);
    expect({ ...localStorage, ...sessionStorage }).toEqual({
      userId: 'null',
      contact: 'null',
      userEmail: 'null',
      token: 'null',
    });
  });

  it('is discarded when a shopper signs in, even on another page', async () => {
    const { router } = await showPage();
    await fillAccount();
    await userEvent.click(screen.getByRole('link', { name: 'Privacy Policy' }));
    await screen.findByText('Another page');
    act(() => getBrowserSession().signIn(asha));
    await act(async () => getBrowserSession().signOut());
    await router.navigate('/');
    await screen.findByRole('heading', { name: 'Create Account' });
    expect([getField('Name').value, getField('Password').value]).toEqual(['', '']);
  });

  it('is still there after a visit to another page', async () => {
    const { router } = await showPage();
    await fillAll();
    await userEvent.click(screen.getByRole('link', { name: 'Privacy Policy' }));
    await screen.findByText('Another page');
    await router.navigate(-1);
    await screen.findByRole('heading', { name: 'Create Account' });
    expect(getField('Password').value).toBe('correct horse');
    expect([getField('State').value, getField('District').value]).toEqual(['Maharashtra', 'Pune']);
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
  });
});
