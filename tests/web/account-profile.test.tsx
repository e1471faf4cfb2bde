// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { getBrowserSession } from '#web/auth/session.ts';
import { AccountDocument } from '#web/features/account/Account.generated.ts';
import { Component as ProfilePage } from '#web/features/account/ProfilePage.tsx';
import { lakshmiRoad, serveGateway, shopper } from './account-gateway.ts';
import { createFailingFields, gateway as stub } from './gateway-stub.ts';
import { clickButton, renderComponent } from './render-routes.tsx';
import { bina, signIn, signInAnotherShopper } from './shoppers.ts';

const gateway = serveGateway();
const second = { ...lakshmiRoad, id: '2', address: '4 Karve Road', area: 'Kothrud' };

/**
 * Serves the account of a shopper. The profile form keeps an account's unsaved input, even between tests. A test that
 * passes its own `id` is not affected by the input of earlier tests.
 */
function serveAccount(addresses: readonly object[] = [lakshmiRoad, second], id = shopper.id): void {
  gateway.use(stub.query('Account', () => ({ user: { ...shopper, id, addresses } })));
}

async function showSection(section: string) {
  signIn();
  const rendered = await renderComponent(
    <main>
      <ProfilePage />
    </main>,
  );
  await rendered.router.navigate(`/?section=${section}`);
  return rendered;
}

const getField = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

/** Fills in the open dialog for a new address and saves it. */
async function saveNewAddress(): Promise<void> {
  for (const label of ['Address', 'Area', 'Landmark', 'City']) {
    await userEvent.click(getField(label));
    await userEvent.paste('Pune');
  }
  await userEvent.type(getField('Pincode'), '411030');
  await clickButton('Save address');
}

describe('the profile', () => {
  it('asks visitors to log in, and is replaced by the login, which leads back to it', async () => {
    const { router } = await renderComponent(<ProfilePage />);
    await userEvent.click(await screen.findByRole('link', { name: 'Login' }));
    expect(router.state.location.pathname).toBe('/user-login');
    expect(router.state.location.state).toEqual({ returnTo: '/' });
    expect(router.state.historyAction).toBe('REPLACE');
  });

  it('is shown again after a logout and a login, although the cache says that nobody was signed in', async () => {
    const user = { ...shopper, addresses: [] };
    gateway.use(
      stub.query('Account', ({ request }) => ({
        user: request.headers.get('authorization') === null ? null : user,
      })),
    );
    const { client } = await showSection('addresses');
    await screen.findByText('No addresses have been saved.');
    act(() => getBrowserSession().signOut());
    await screen.findByRole('link', { name: 'Login' });
    // In browsers, a query of the open page is sent before React has unmounted it.
    expect((await client.query({ query: AccountDocument })).data).toEqual({ user: null });
    act(signIn);
    await screen.findByRole('heading', { name: 'Hello, Asha' });
  });

  it('greets the shopper and shows the three sections and Log Out', async () => {
    serveAccount();
    await showSection('');
    await screen.findByRole('heading', { name: 'Hello, Asha' });
    const tabs = within(screen.getByRole('tablist', { name: 'My account' })).getAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['My Addresses', 'My Orders', 'Edit Profile']);
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('My Orders');
    await screen.findByRole('tabpanel', { name: 'My Orders' });
    await clickButton('Log Out');
    await screen.findByRole('alertdialog', { name: 'Are you sure you want to log out?' });
    await clickButton('Stay logged in');
  });

  it('shows an error when the account cannot be loaded, and can retry', async () => {
    let down = true;
    gateway.use(
      stub.query('Account', () =>
        down ? createFailingFields('down') : { user: { ...shopper, addresses: [] } },
      ),
    );
    await showSection('addresses');
    await screen.findByText('Failed to fetch user data');
    down = false;
    await clickButton('Try again');
    await screen.findByRole('heading', { name: 'Hello, Asha' });
  });
});

describe('My Addresses', () => {
  it('shows every field of an address', async () => {
    serveAccount([lakshmiRoad]);
    await showSection('addresses');
    const [card] = await screen
      .findAllByRole('listitem')
      .then((items) => items.filter((item) => item.textContent.includes(lakshmiRoad.address)));
    for (const text of ['Sadashiv Peth', 'Opposite the library']) {
      expect(card?.textContent).toContain(text);
    }
    // The city and its district have the same name, which is shown once.
    expect(card?.textContent).toMatch(/(?<!Pune, )Pune, Maharashtra 411030/);
  });

  it('shows a message when there are none, and offers to create one', async () => {
    serveAccount([]);
    await showSection('addresses');
    await screen.findByText('No addresses have been saved.');
    await clickButton('Create Address');
    await screen.findByRole('dialog', { name: 'Create Address' });
    await clickButton('Cancel');
  });

  it('moves the focus to the heading of the page after the first one has been created', async () => {
    serveAccount([]);
    gateway.respond('CreateAddress', 'createAddress', {
      address: lakshmiRoad,
      user: { ...shopper, addresses: [lakshmiRoad] },
    });
    await showSection('addresses');
    await clickButton('Create Address');
    await screen.findByRole('dialog', { name: 'Create Address' });
    await saveNewAddress();
    await screen.findByText('Sadashiv Peth');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Hello, Asha'));
  });

  it('offers to create another one, until there are as many as an account can have', async () => {
    const addresses = Array.from({ length: 10 }, (_, index) => ({ ...second, id: String(index) }));
    serveAccount(addresses.slice(1));
    gateway.respond('CreateAddress', 'createAddress', {
      address: addresses[0],
      user: { ...shopper, addresses },
    });
    await showSection('addresses');
    const create = await screen.findByRole('button', { name: 'Create Address' });
    expect(create.getAttribute('aria-haspopup')).toBe('dialog');
    await userEvent.click(create);
    await screen.findByRole('dialog', { name: 'Create Address' });
    await saveNewAddress();
    const reason = await screen.findByText('You can save up to 10 addresses.');
    await waitFor(() => expect(document.activeElement).toBe(create));
    expect(create.getAttribute('aria-disabled')).toBe('true');
    expect(create.getAttribute('aria-describedby')).toBe(reason.id);
    await userEvent.click(create);
    expect(screen.queryByRole('dialog')).toBeNull();
    gateway.respond('RemoveAddress', 'removeAddress', {
      user: { ...shopper, addresses: addresses.slice(1) },
    });
    await userEvent.click(screen.getAllByRole('button', { name: /^Remove address/ })[0] ?? create);
    await userEvent.click(await screen.findByRole('button', { name: 'Yes, remove it!' }));
    await waitFor(() => expect(create.getAttribute('aria-disabled')).not.toBe('true'));
    expect(reason.isConnected).toBe(false);
  });

  it('sends an edited address and shows it', async () => {
    serveAccount();
    const edited = { ...lakshmiRoad, area: 'Narayan Peth' };
    gateway.respond('UpdateAddress', 'updateAddress', {
      address: edited,
      user: { ...shopper, addresses: [edited, second] },
    });
    await showSection('addresses');
    await screen.findByText('Sadashiv Peth');
    await clickButton('Edit address 12 Lakshmi Road');
    await screen.findByRole('dialog', { name: 'Edit Address' });
    expect([getField('District').value, getField('Pincode').value]).toEqual(['Pune', '411030']);
    await userEvent.clear(getField('Area'));
    await userEvent.type(getField('Area'), 'Narayan Peth{Enter}');
    await screen.findByText('Narayan Peth');
    const { id, __typename: _, ...values } = edited;
    expect(gateway.sentInputs).toEqual([{ addressId: id, address: values }]);
  });

  it('removes an address only after a confirmation', async () => {
    serveAccount();
    gateway.respond('RemoveAddress', 'removeAddress', { user: { ...shopper, addresses: [second] } });
    await showSection('addresses');
    await screen.findByText('Sadashiv Peth');
    await clickButton('Remove address 12 Lakshmi Road');
    await screen.findByRole('alertdialog', { name: 'Confirm Removal' });
    await clickButton('Cancel');
    expect(gateway.sentInputs).toEqual([]);
    await clickButton('Remove address 12 Lakshmi Road');
    await userEvent.click(await screen.findByRole('button', { name: 'Yes, remove it!' }));
    await waitFor(() => expect(screen.queryByText('Sadashiv Peth')).toBeNull());
    expect(gateway.sentInputs).toEqual([{ addressId: '1' }]);
    expect(screen.getByText('Kothrud')).toBeDefined();
  });

  it.each([
    ['the shopper logs out', () => getBrowserSession().signOut()],
    ['another shopper signs in', signInAnotherShopper],
  ])('closes the confirmation of a removal when %s', async (_, changeShopper) => {
    serveAccount();
    await showSection('addresses');
    await clickButton('Remove address 12 Lakshmi Road');
    await screen.findByRole('alertdialog', { name: 'Confirm Removal' });
    act(changeShopper);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(gateway.sentInputs).toEqual([]);
  });

  it('marks an address as the default, and moves the focus to the heading of the section', async () => {
    serveAccount();
    gateway.respond('SetDefaultAddress', 'setDefaultAddress', {
      user: {
        ...shopper,
        addresses: [lakshmiRoad, second],
        defaultAddress: { __typename: 'Address', id: second.id },
      },
    });
    await showSection('addresses');
    await screen.findByText('Sadashiv Peth');
    expect(screen.queryByText('Default')).toBeNull();
    await clickButton(`Make default: ${second.address}`);
    await screen.findByText('Default');
    await screen.findByText('Default address changed.');
    expect(gateway.sentInputs).toEqual([{ addressId: second.id }]);
    expect(screen.getAllByRole('button', { name: /^Make default/ })).toHaveLength(1);
    const heading = screen.getByRole('heading', { level: 2, name: 'My Addresses' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  it('makes an address the default although the first response was lost', async () => {
    serveAccount();
    const defaultAddress = { __typename: 'Address', id: second.id };
    const user = { ...shopper, addresses: [lakshmiRoad, second], defaultAddress };
    gateway.loseFirstResponse('SetDefaultAddress', 'setDefaultAddress', { user });
    await showSection('addresses');
    await clickButton(`Make default: ${second.address}`);
    await screen.findByText('Default address changed.');
    expect(gateway.sentInputs).toEqual([{ addressId: second.id }, { addressId: second.id }]);
  });

  it('sends one change for two clicks, and keeps the focus on the button meanwhile', async () => {
    serveAccount();
    const release = gateway.holdResponses('SetDefaultAddress', 'setDefaultAddress', {
      user: { ...shopper, addresses: [lakshmiRoad, second] },
    });
    await showSection('addresses');
    const name = `Make default: ${second.address}`;
    await clickButton(name);
    const button = screen.getByRole<HTMLButtonElement>('button', { name });
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
    // A browser takes the focus from a disabled button; jsdom does not.
    expect(button.disabled).toBe(false);
    await userEvent.click(button);
    release();
    await screen.findByText('Default address changed.');
    expect(gateway.sentInputs).toEqual([{ addressId: second.id }]);
  });

  it('removes an address without an error if the gateway no longer has it', async () => {
    serveAccount();
    gateway.respond('RemoveAddress', 'removeAddress', { user: { ...shopper, addresses: [second] } }, [
      { code: 'ADDRESS_NOT_FOUND', message: 'Please select a valid address.', field: ['addressId'] },
    ]);
    await showSection('addresses');
    await clickButton('Remove address 12 Lakshmi Road');
    await clickButton('Yes, remove it!');
    await screen.findByText('Address removed.');
    await waitFor(() => expect(screen.queryByText('12 Lakshmi Road')).toBeNull());
    expect(screen.queryByText('Please select a valid address.')).toBeNull();
    const heading = screen.getByRole('heading', { level: 2, name: 'My Addresses' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  it('does not say that an address was removed if the host has only replaced its id', async () => {
    serveAccount();
    const message = 'Please select a valid address.';
    const replaced = { ...lakshmiRoad, id: 'replaced' };
    gateway.respond(
      'RemoveAddress',
      'removeAddress',
      { user: { ...shopper, addresses: [replaced, second] } },
      [{ code: 'ADDRESS_NOT_FOUND', message, field: ['addressId'] }],
    );
    await showSection('addresses');
    await clickButton('Remove address 12 Lakshmi Road');
    await clickButton('Yes, remove it!');
    await screen.findByText(message);
    expect(screen.queryByText('Address removed.')).toBeNull();
  });

  it('focuses the heading if the address that is made the default no longer exists', async () => {
    serveAccount();
    const message = 'Please select a valid address.';
    gateway.respond('SetDefaultAddress', 'setDefaultAddress', { user: { ...shopper, addresses: [] } }, [
      { code: 'ADDRESS_NOT_FOUND', message, field: ['addressId'] },
    ]);
    await showSection('addresses');
    await clickButton(`Make default: ${second.address}`);
    await screen.findByText(message);
    const heading = screen.getByRole('heading', { level: 2, name: 'My Addresses' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  it('keeps an address when its removal fails', async () => {
    serveAccount();
    gateway.failRequest('RemoveAddress');
    await showSection('addresses');
    await screen.findByText('Sadashiv Peth');
    await clickButton('Remove address 12 Lakshmi Road');
    await userEvent.click(await screen.findByRole('button', { name: 'Yes, remove it!' }));
    await screen.findByText("We couldn't remove the address. Please try again.");
    expect(screen.getByText('Sadashiv Peth')).toBeDefined();
  });
});

describe('Edit Profile', () => {
  it('saves, shows a message and updates the session', async () => {
    serveAccount();
    const user = { ...shopper, username: 'Asha Joshi', email: 'joshi@example.test' };
    gateway.respond('UpdateProfile', 'updateProfile', { user });
    await showSection('edit');
    await screen.findByLabelText('Name');
    await userEvent.type(getField('Name'), ' Joshi');
    await userEvent.clear(getField('Email'));
    await userEvent.type(getField('Email'), 'joshi@example.test');
    await userEvent.type(getField('Current Password'), 'my password');
    await clickButton('Save');
    await screen.findByText('Success!');
    await screen.findByText('Profile updated successfully.');
    expect(gateway.sentInputs).toEqual([
      {
        username: 'Asha Joshi',
        email: 'joshi@example.test',
        contact: '9876543210',
        currentPassword: 'my password',
      },
    ]);
    expect(screen.queryByLabelText('Current Password')).toBeNull();
    expect(screen.getByRole('heading', { name: 'Hello, Asha Joshi' })).toBeDefined();
    expect(getBrowserSession().getShopper()?.userEmail).toBe('joshi@example.test');
  });

  it('saves the changes although the first response was lost', async () => {
    serveAccount();
    gateway.loseFirstResponse('UpdateProfile', 'updateProfile', {
      user: { ...shopper, username: 'Asha Joshi' },
    });
    await showSection('edit');
    await userEvent.type(await screen.findByLabelText('Name'), ' Joshi');
    await clickButton('Save');
    await screen.findByText('Profile updated successfully.');
    expect(gateway.sentInputs).toHaveLength(2);
  });

  it('keeps what the shopper types while an earlier change is being saved', async () => {
    serveAccount();
    const user = { ...shopper, username: 'Asha Joshi' };
    const release = gateway.holdResponses('UpdateProfile', 'updateProfile', { user });
    await showSection('edit');
    await userEvent.type(await screen.findByLabelText('Name'), ' Joshi');
    await clickButton('Save');
    await waitFor(() => expect(gateway.sentInputs).toHaveLength(1));
    await userEvent.clear(getField('Email'));
    await userEvent.type(getField('Email'), 'joshi@example.test');
    release();
    await screen.findByText('Profile updated successfully.');
    expect(getField('Email').value).toBe('joshi@example.test');
    expect(screen.getByLabelText('Current Password')).toBeDefined();
  });

  it('shows an error next to its field when saving fails, and keeps the typed values', async () => {
    serveAccount();
    gateway.respond('UpdateProfile', 'updateProfile', { user: shopper }, [
      { code: 'CONTACT_TAKEN', message: 'Contact number already exists!', field: ['contact'] },
    ]);
    await showSection('edit');
    await screen.findByLabelText('Mobile number');
    await userEvent.clear(getField('Mobile number'));
    await userEvent.type(getField('Mobile number'), '9000000001');
    await userEvent.type(getField('Current Password'), 'my password');
    await clickButton('Save');
    await screen.findByText('Failed to update profile.');
    expect(screen.getByText('Error!')).toBeDefined();
    expect(screen.getByText('Contact number already exists!')).toBeDefined();
    expect(getField('Mobile number').value).toBe('9000000001');
    expect(document.activeElement).toBe(getField('Mobile number'));
  });

  it('focuses the first of several fields with an error', async () => {
    serveAccount([], '73');
    gateway.respond('UpdateProfile', 'updateProfile', { user: { ...shopper, id: '73' } }, [
      { code: 'EMAIL_TAKEN', message: 'This email ID is already present.', field: ['email'] },
      { code: 'CONTACT_TAKEN', message: 'Contact number already exists!', field: ['contact'] },
    ]);
    await showSection('edit');
    await screen.findByLabelText('Name');
    await userEvent.type(getField('Name'), ' Joshi');
    await clickButton('Save');
    await screen.findByText('Contact number already exists!');
    expect(document.activeElement).toBe(getField('Email'));
  });

  it('says how long to wait after too many attempts', async () => {
    serveAccount([], '74');
    gateway.respond('UpdateProfile', 'updateProfile', { user: null }, [
      { code: 'RATE_LIMITED', message: 'Too many attempts.', retryAfterSeconds: 601 },
    ]);
    await showSection('edit');
    await screen.findByLabelText('Name');
    await userEvent.type(getField('Name'), ' Joshi');
    await clickButton('Save');
    await screen.findByText('Too many attempts. Please try again in 11 minutes.');
    expect(screen.getByText('Error!')).toBeDefined();
  });

  it('is filled with the data of another shopper who signs in', async () => {
    const nextShopper = { ...shopper, id: bina.userId, username: 'Bina', email: bina.userEmail };
    gateway.use(
      stub.query('Account', ({ request }) => ({
        user: {
          ...(request.headers.get('authorization') === `Bearer ${bina.token}` ? nextShopper : shopper),
          addresses: [],
        },
      })),
    );
    await showSection('edit');
    await screen.findByLabelText('Email');
    await userEvent.type(getField('Email'), '.in');
    act(signInAnotherShopper);
    await waitFor(() => expect(getField('Email').value).toBe(bina.userEmail));
    expect(getField('Name').value).toBe('Bina');
  });

  it('asks for the password when the contact number changes, but not when only its format does', async () => {
    serveAccount([], '71');
    gateway.respond('UpdateProfile', 'updateProfile', { user: { ...shopper, id: '71', username: 'Asha J' } });
    await showSection('edit');
    await screen.findByLabelText('Name');
    expect(screen.queryByLabelText('Current Password')).toBeNull();
    await userEvent.type(getField('Mobile number'), '1');
    await clickButton('Save');
    expect(getField('Current Password').required).toBe(true);
    await userEvent.clear(getField('Mobile number'));
    await userEvent.type(getField('Mobile number'), '+91 98765 43210');
    await userEvent.type(getField('Name'), ' J');
    expect(screen.queryByLabelText('Current Password')).toBeNull();
    await clickButton('Save');
    await screen.findByText('Success!');
    expect(gateway.sentInputs).toEqual([
      { username: 'Asha J', email: shopper.email, contact: shopper.contact },
    ]);
  });

  it('shows that the password is missing or wrong, and forgets it when the section is left', async () => {
    serveAccount([], '72');
    gateway.respond('UpdateProfile', 'updateProfile', { user: { ...shopper, id: '72' } }, [
      { code: 'WRONG_PASSWORD', message: 'The current password is wrong.', field: ['currentPassword'] },
    ]);
    const { router } = await showSection('edit');
    await screen.findByLabelText('Email');
    await userEvent.type(getField('Email'), 'x');
    await clickButton('Save');
    await screen.findByText('Please enter your current password.');
    expect(gateway.sentInputs).toEqual([]);
    await userEvent.type(getField('Current Password'), 'not my password');
    await clickButton('Save');
    await screen.findByText('The current password is wrong.');
    expect(document.activeElement).toBe(getField('Current Password'));
    await router.navigate('/?section=addresses');
    await screen.findByText('No addresses have been saved.');
    await waitFor(() => expect(screen.queryByLabelText('Email')).toBeNull());
    await router.navigate('/?section=edit');
    await screen.findByLabelText('Email');
    expect(getField('Current Password').value).toBe('');
    expect(getField('Email').value).toBe(`${shopper.email}x`);
  });

  it('asks for a missing e-mail address and sends nothing', async () => {
    serveAccount();
    await showSection('edit');
    await screen.findByLabelText('Email');
    await userEvent.clear(getField('Email'));
    await clickButton('Save');
    await screen.findByText('Please enter your email');
    expect(gateway.sentInputs).toEqual([]);
  });
});
