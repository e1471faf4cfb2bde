// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { Component as RegistrationPage } from '#web/features/account/RegistrationPage.tsx';
import { registrationDraft } from '#web/features/account/registration-draft.ts';
import { serveGateway } from './account-gateway.ts';
import { renderPart } from './render-part.tsx';

const gateway = serveGateway();
beforeEach(() => registrationDraft.clear());

const showPage = () => renderPart(<RegistrationPage />, { messages: ['account', 'address'] });
const field = (label: string, place = 0) => {
  const found = screen.getAllByLabelText<HTMLInputElement>(label)[place];
  if (found === undefined) throw new Error(`There is no field ${label}.`);
  return found;
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

const account = {
  Name: 'Asha Joshi',
  Email: 'asha@example.test',
  'Contact Number': '9876543210',
  Password: 'correct horse',
  'Confirm Password': 'correct horse',
};
const home = { Address: '12 Lakshmi Road', Area: 'Sadashiv Peth', Landmark: 'Library', City: 'Pune' };

async function fill(fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await userEvent.clear(field(label));
    // Pasted in one go: each key would render the whole form.
    await userEvent.click(field(label));
    await userEvent.paste(text);
  }
}

async function fillAll(changes: Record<string, string> = {}): Promise<void> {
  await fill({ ...account, ...home, Pincode: '411030', ...changes });
  await userEvent.click(screen.getByRole('checkbox'));
}

describe('a registration', () => {
  it('sends everything, says so and leads to the login with the contact number filled in', async () => {
    gateway.answer('Register', 'register', { registered: true });
    const { router } = await showPage();
    await fillAll({ 'Contact Number': '+91 98765 43210' });
    await press('Register');
    await screen.findByText('Account created successfully.');
    await waitFor(() => expect(router.state.location.pathname).toBe('/user-login'));
    expect(router.state.location.state).toEqual({ contact: '9876543210' });
    expect(gateway.sent).toEqual([
      {
        username: 'Asha Joshi',
        email: 'asha@example.test',
        contact: '9876543210',
        password: 'correct horse',
        confirmPassword: 'correct horse',
        addresses: [
          {
            address: '12 Lakshmi Road',
            area: 'Sadashiv Peth',
            landmark: 'Library',
            pincode: '411030',
            city: 'Pune',
            state: 'Maharashtra',
            district: 'Pune',
          },
        ],
      },
    ]);
    await screen.findByText('Another page');
    await router.navigate('/');
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('');
  });

  it('needs the privacy policy agreed to', async () => {
    await showPage();
    await fillAll();
    await userEvent.click(screen.getByRole('checkbox'));
    await press('Register');
    await screen.findByText('Please agree to the Privacy Policy before creating an account.');
    expect(document.activeElement).toBe(screen.getByRole('checkbox'));
    expect(gateway.sent).toEqual([]);
  });

  it('marks every missing field, counts them aloud and leads to the first', async () => {
    await showPage();
    await press('Register');
    await waitFor(() => expect(screen.getAllByText('Please fill in this field.')).toHaveLength(12));
    expect(screen.getByText('13 fields need your attention.').closest('[role="alert"]')).not.toBeNull();
    expect(document.activeElement).toBe(field('Name'));
    const described = document.getElementById(field('Name').getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe('Please fill in this field.');
  });

  it.each([
    ['Email', 'asha@', 'Please enter a valid email address.'],
    ['Contact Number', '12345', 'Enter a 10-digit mobile number starting with 6, 7, 8 or 9.'],
    ['Password', 'short', 'Use 8 to 128 characters.'],
    ['Confirm Password', 'something else', 'Passwords do not match'],
    ['Pincode', '011030', "Enter a 6-digit PIN code. It can't start with 0."],
  ])('refuses %s %j beside the field', async (label, text, message) => {
    await showPage();
    await fill({ ...account, [label]: text });
    await press('Register');
    await screen.findByText(message);
    expect(field(label).getAttribute('aria-invalid')).toBe('true');
    expect(field(label).value).toBe(text);
  });

  it('tells the browser what its fields are', async () => {
    await showPage();
    const tokens = ['Name', 'Email', 'Contact Number', 'Password', 'Confirm Password', 'Pincode', 'State'];
    expect(tokens.map((label) => field(label).getAttribute('autocomplete'))).toEqual([
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

describe("the shop's refusal of a registration", () => {
  it('for a contact number that is taken stands beside it, with a way to the login', async () => {
    const message = 'Contact Number is already present! You can try directly logging in.';
    gateway.answer('Register', 'register', { registered: false }, [
      { code: 'CONTACT_TAKEN', message, field: ['contact'] },
    ]);
    const { router } = await showPage();
    await fillAll();
    await press('Register');
    await screen.findByText(message);
    expect(document.activeElement).toBe(field('Contact Number'));
    expect([field('Password').value, field('City').value]).toEqual(['correct horse', 'Pune']);
    await userEvent.click(screen.getByRole('link', { name: 'Go to Login' }));
    expect(router.state.location.pathname).toBe('/user-login');
    expect(router.state.location.state).toEqual({ contact: '9876543210' });
  });

  it('for an email that is taken stands beside it until it is changed', async () => {
    gateway.answer('Register', 'register', { registered: false }, [
      { code: 'EMAIL_TAKEN', message: 'This email ID is already present.', field: ['email'] },
    ]);
    await showPage();
    await fillAll();
    await press('Register');
    await screen.findByText('This email ID is already present.');
    expect(document.activeElement).toBe(field('Email'));
    expect(screen.queryByRole('link', { name: 'Go to Login' })).toBeNull();
    await fill({ Email: 'other@example.test' });
    await waitFor(() => expect(screen.queryByText('This email ID is already present.')).toBeNull());
  });

  it('for a field of an address stands beside that field', async () => {
    gateway.answer('Register', 'register', { registered: false }, [
      { code: 'INVALID', message: 'We do not know this area.', field: ['addresses', '0', 'area'] },
    ]);
    await showPage();
    await fillAll();
    await press('Register');
    await screen.findByText('We do not know this area.');
    expect(document.activeElement).toBe(field('Area'));
  });

  it('of another kind is shown in its own words', async () => {
    gateway.answer('Register', 'register', { registered: false }, [
      { code: 'FAILED', message: 'The shop takes no new accounts today.' },
    ]);
    await showPage();
    await fillAll();
    await press('Register');
    await screen.findByText('The shop takes no new accounts today.');
  });

  it('without an answer says so and keeps what was typed', async () => {
    gateway.breakDown('Register');
    await showPage();
    await fillAll();
    await press('Register');
    await screen.findByText('An error occurred. Please try again.');
    expect(field('Confirm Password').value).toBe('correct horse');
  });
});

describe('the addresses of a registration', () => {
  it('are removed after a question only', async () => {
    await showPage();
    await fill({ Address: 'First' });
    await press('Add another address');
    await userEvent.type(field('Address', 1), 'Second');
    await press('Remove address 1');
    const question = await screen.findByRole('alertdialog', { name: 'Are you sure?' });
    expect(within(question).getByText("You won't be able to revert this!")).toBeDefined();
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(screen.getAllByLabelText('Address')).toHaveLength(2);
    await press('Remove address 1');
    await userEvent.click(await screen.findByRole('button', { name: 'Yes, remove it!' }));
    await waitFor(() => expect(screen.getAllByLabelText('Address')).toHaveLength(1));
    expect(field('Address').value).toBe('Second');
  });

  it('are never none', async () => {
    await showPage();
    await press('Remove address 1');
    await screen.findByText('You must have at least one address.');
    expect(screen.getAllByLabelText('Address')).toHaveLength(1);
  });

  it('are ten at most', async () => {
    await showPage();
    for (let place = 1; place < 10; place += 1) await press('Add another address');
    expect(screen.getAllByLabelText('Address')).toHaveLength(10);
    expect(screen.queryByRole('button', { name: 'Add another address' })).toBeNull();
  });
});

/** Whether the browser would ask before it reloads the page. */
function asksBeforeLeaving(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

describe('what was typed into the registration', () => {
  it('is not lost by a reload without a question', async () => {
    registrationDraft.clear();
    await showPage();
    expect(asksBeforeLeaving()).toBe(false);
    await userEvent.type(field('Name'), 'Asha');
    expect(asksBeforeLeaving()).toBe(true);
    expect({ ...localStorage, ...sessionStorage }).toEqual({
      userId: 'null',
      contact: 'null',
      userEmail: 'null',
      token: 'null',
    });
  });

  it('is still there after a look at another page', async () => {
    const { router } = await showPage();
    await fillAll();
    await userEvent.click(screen.getByRole('link', { name: 'Privacy Policy' }));
    await screen.findByText('Another page');
    await router.navigate(-1);
    await screen.findByRole('heading', { name: 'Create Account' });
    expect(field('Password').value).toBe('correct horse');
    expect([field('State').value, field('District').value]).toEqual(['Maharashtra', 'Pune']);
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
  });
});
