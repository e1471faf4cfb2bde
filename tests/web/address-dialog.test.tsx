// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { AddressDialog } from '#web/address/AddressDialog.tsx';
import { getBrowserSession } from '#web/auth/session.ts';
import { lakshmiRoad, serveGateway, shopper } from './account-gateway.ts';
import { renderComponent } from './render-routes.tsx';
import { asha, signIn, signInAnotherShopper } from './shoppers.ts';

const gateway = serveGateway();
const getInput = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const getSelect = (label: string) => screen.getByLabelText<HTMLSelectElement>(label);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save address' }));

async function openDialog(address?: typeof lakshmiRoad) {
  signIn();
  const onClose = vi.fn();
  const onSaved = vi.fn();
  const rendered = await renderComponent(
    <AddressDialog open onClose={onClose} onSaved={onSaved} address={address} />,
  );
  await screen.findByRole('dialog');
  return { ...rendered, onClose, onSaved };
}

function PageWithDialog() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Add an address
      </button>
      <AddressDialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

async function fillTexts(): Promise<void> {
  for (const [label, value] of [
    ['Address', lakshmiRoad.address],
    ['Area', lakshmiRoad.area],
    ['Landmark', lakshmiRoad.landmark],
    ['City', lakshmiRoad.city],
  ] as const) {
    await userEvent.click(getInput(label));
    await userEvent.paste(value);
  }
}

describe('the state of an address', () => {
  it('enables the list of districts, and limits it to those of the state', async () => {
    await openDialog();
    expect(getSelect('District').disabled).toBe(true);
    await userEvent.selectOptions(getSelect('State'), 'Goa');
    expect(getSelect('District').disabled).toBe(false);
    expect([...getSelect('District').options].map(({ value }) => value)).toEqual([
      '',
      'North Goa',
      'South Goa',
    ]);
  });

  it('resets the district when another state is chosen', async () => {
    await openDialog();
    await userEvent.selectOptions(getSelect('State'), 'Goa');
    await userEvent.selectOptions(getSelect('District'), 'North Goa');
    await userEvent.selectOptions(getSelect('State'), 'Kerala');
    expect(getSelect('District').value).toBe('');
  });
});

describe('the PIN code of an address', () => {
  it('fills in city, district and state if they are known, and shows a note', async () => {
    await openDialog();
    await userEvent.type(getInput('Pincode'), '411030');
    await waitFor(() => expect(getSelect('District').value).toBe('Pune'));
    expect(getSelect('State').value).toBe('Maharashtra');
    expect(getInput('City').value).toBe('Pune');
    expect(screen.getByText('We filled in Pune, Maharashtra from your PIN code.')).toBeDefined();
  });

  it('when corrected, replaces or clears the values that it filled in before', async () => {
    await openDialog();
    await userEvent.type(getInput('Pincode'), '411030');
    await userEvent.clear(getInput('Pincode'));
    await userEvent.type(getInput('Pincode'), '403001');
    await waitFor(() => expect(getSelect('State').value).toBe('Goa'));
    expect(getSelect('District').value).toBe('');
    expect(getInput('City').value).toBe('');
  });

  it('never overwrites a city that was typed', async () => {
    await openDialog();
    await userEvent.type(getInput('City'), 'Khadki');
    for (const pincode of ['411030', '400028', '416001']) {
      await userEvent.clear(getInput('Pincode'));
      await userEvent.type(getInput('Pincode'), pincode);
      expect(getInput('City').value).toBe('Khadki');
    }
    expect(getSelect('District').value).toBe('Kolhapur');
  });

  it('never overwrites a choice of the shopper', async () => {
    await openDialog();
    await userEvent.selectOptions(getSelect('State'), 'Kerala');
    await userEvent.type(getInput('Pincode'), '411030');
    expect([getSelect('State').value, getSelect('District').value]).toEqual(['Kerala', '']);
    await userEvent.selectOptions(getSelect('State'), 'Maharashtra');
    await userEvent.selectOptions(getSelect('District'), 'Satara');
    await userEvent.clear(getInput('Pincode'));
    await userEvent.type(getInput('Pincode'), '411030');
    expect([getSelect('State').value, getSelect('District').value]).toEqual(['Maharashtra', 'Satara']);
  });

  it('does not replace a state that it filled in once the shopper has chosen a district of that state', async () => {
    await openDialog();
    await userEvent.type(getInput('Pincode'), '403001');
    await waitFor(() => expect(getSelect('State').value).toBe('Goa'));
    await userEvent.selectOptions(getSelect('District'), 'North Goa');
    await userEvent.clear(getInput('Pincode'));
    await userEvent.type(getInput('Pincode'), '411030');
    await waitFor(() => expect(getInput('City').value).toBe('Pune'));
    expect([getSelect('State').value, getSelect('District').value]).toEqual(['Goa', 'North Goa']);
  });

  it('may be pasted with spaces in and around it', async () => {
    await openDialog();
    await userEvent.click(getInput('Pincode'));
    await userEvent.paste(' 411 030 ');
    await waitFor(() => expect(getSelect('District').value).toBe('Pune'));
  });

  it('keeps the district that it filled in if autofill then enters the same state', async () => {
    await openDialog();
    // Browsers fill in an address field by field, and report each value.
    for (const [field, value] of [
      [getInput('Pincode'), '411030'],
      [getInput('City'), 'Pune'],
      [getSelect('State'), 'Maharashtra'],
    ] as const) {
      fireEvent.change(field, { target: { value } });
    }
    expect([getSelect('State').value, getSelect('District').value]).toEqual(['Maharashtra', 'Pune']);
  });

  it.each([
    ['before any was filled in', []],
    ['instead of the one that it filled in', ['403001']],
  ])('never overwrites a state that was chosen %s', async (_, earlierPincodes) => {
    await openDialog();
    const enterPincode = async (pincode: string) => {
      await userEvent.clear(getInput('Pincode'));
      await userEvent.type(getInput('Pincode'), pincode);
    };
    for (const pincode of earlierPincodes) await enterPincode(pincode);
    await userEvent.selectOptions(getSelect('State'), 'Maharashtra');
    await enterPincode('411030');
    await waitFor(() => expect(getSelect('District').value).toBe('Pune'));
    expect(screen.getByText('We filled in Pune from your PIN code.')).toBeDefined();
    await enterPincode('403001');
    // The district came from the earlier PIN code, so it is cleared.
    await waitFor(() => expect(getSelect('District').value).toBe(''));
    expect(getSelect('State').value).toBe('Maharashtra');
    await enterPincode('416001');
    await waitFor(() => expect(getSelect('District').value).toBe('Kolhapur'));
  });

  it('still updates a city that it filled in, even if the shopper has since chosen another state and then the first one again', async () => {
    await openDialog();
    await userEvent.type(getInput('Pincode'), '411030');
    await waitFor(() => expect(getInput('City').value).toBe('Pune'));
    await userEvent.selectOptions(getSelect('State'), 'Goa');
    await userEvent.selectOptions(getSelect('State'), 'Maharashtra');
    await userEvent.clear(getInput('Pincode'));
    await userEvent.type(getInput('Pincode'), '400028');
    await waitFor(() => expect(getInput('City').value).toBe('Mumbai'));
  });

  it('fills in the district if only the state was chosen', async () => {
    await openDialog();
    await userEvent.selectOptions(getSelect('State'), 'Maharashtra');
    await userEvent.type(getInput('Pincode'), '411030');
    await waitFor(() => expect(getSelect('District').value).toBe('Pune'));
  });
});

describe('the address dialog', () => {
  it('saves a new address, closes and passes the address to `onSaved`', async () => {
    gateway.respond('CreateAddress', 'createAddress', {
      address: lakshmiRoad,
      user: { ...shopper, addresses: [lakshmiRoad] },
    });
    const { onClose, onSaved } = await openDialog();
    await fillTexts();
    await userEvent.type(getInput('Pincode'), '411 030');
    await save();
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(onClose).toHaveBeenCalledOnce();
    const { id, __typename, ...values } = lakshmiRoad;
    expect(gateway.sentInputs).toEqual([{ address: values }]);
    expect(onSaved.mock.calls[0]?.[0]).toMatchObject({ id, __typename });
  });

  it('says what to enter in each empty field, and sends nothing', async () => {
    await openDialog();
    await save();
    for (const message of [
      'Please enter house, building and street',
      'Please enter the area',
      'Please enter a place nearby',
      'Please enter the PIN code',
      'Please enter the city',
      'Please select a state',
      'Please select a district',
    ]) {
      await screen.findByText(message);
    }
    expect(document.activeElement).toBe(getInput('Address'));
    expect(gateway.sentInputs).toEqual([]);
  });

  it('shows an error that the gateway reports for a field, focuses the field and keeps the values', async () => {
    gateway.respond('UpdateAddress', 'updateAddress', { address: null, user: null }, [
      { code: 'INVALID', message: 'Please check this field.', field: ['address', 'area'] },
    ]);
    const { onClose } = await openDialog(lakshmiRoad);
    await save();
    await screen.findByText('Please check this field.');
    expect(document.activeElement).toBe(getInput('Area'));
    expect(getInput('Address').value).toBe(lakshmiRoad.address);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('shows how many addresses an account can have when no more can be saved', async () => {
    const error = { code: 'TOO_MANY_ADDRESSES', message: 'A text of the gateway.', maxAddresses: 10 };
    gateway.respond('CreateAddress', 'createAddress', { address: null, user: null }, [error]);
    await openDialog();
    await fillTexts();
    await userEvent.type(getInput('Pincode'), '411030');
    await save();
    await screen.findByText('You can save up to 10 addresses.');
    expect(getInput('Address').value).toBe(lakshmiRoad.address);
  });

  it('shows an error when the shop cannot be reached, and keeps the values', async () => {
    gateway.failRequest('UpdateAddress');
    await openDialog(lakshmiRoad);
    await save();
    await screen.findByText("We couldn't save the address. Please try again.");
    expect(getInput('City').value).toBe('Pune');
  });

  it.each([
    ['CreateAddress', 'createAddress', undefined],
    ['UpdateAddress', 'updateAddress', lakshmiRoad],
  ] as const)('sends %s again if the response was lost', async (operation, field, address) => {
    const user = { ...shopper, addresses: [lakshmiRoad] };
    gateway.loseFirstResponse(operation, field, { address: lakshmiRoad, user });
    const { onSaved } = await openDialog(address);
    if (address === undefined) {
      await fillTexts();
      await userEvent.type(getInput('Pincode'), '411030');
    }
    await save();
    await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
    expect(gateway.sentInputs).toHaveLength(2);
    expect(gateway.sentInputs[1]).toEqual(gateway.sentInputs[0]);
  });

  it('keeps a state and a district that the lists do not contain', async () => {
    await openDialog({ ...lakshmiRoad, state: 'Orissa', district: 'Poona' });
    expect([getSelect('State').value, getSelect('District').value]).toEqual(['Orissa', 'Poona']);
  });

  it('restores the typed values after the session has expired', async () => {
    const { unmount } = await openDialog();
    await userEvent.type(getInput('Address'), 'Flat 3');
    getBrowserSession().expire(asha.token);
    unmount();
    await openDialog();
    expect(getInput('Address').value).toBe('Flat 3');
  });

  it('does not show another shopper what was typed before the session expired', async () => {
    const { unmount } = await openDialog();
    await userEvent.type(getInput('Address'), 'Flat 3');
    getBrowserSession().expire(asha.token);
    unmount();
    signInAnotherShopper();
    await renderComponent(<PageWithDialog />);
    await userEvent.click(screen.getByRole('button', { name: 'Add an address' }));
    await screen.findByRole('dialog');
    expect(getInput('Address').value).toBe('');
  });

  it('discards the typed values if the session expires before the gateway confirms that the address is saved', async () => {
    const release = gateway.holdResponses('CreateAddress', 'createAddress', {
      address: lakshmiRoad,
      user: { ...shopper, addresses: [lakshmiRoad] },
    });
    const { unmount, onSaved } = await openDialog();
    await fillTexts();
    await userEvent.type(getInput('Pincode'), '411030');
    await save();
    getBrowserSession().expire(asha.token);
    unmount();
    signIn();
    release();
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    await openDialog();
    expect(getInput('Address').value).toBe('');
  });

  it.each([
    ['Cancel', () => userEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
    ['Escape', () => userEvent.keyboard('{Escape}')],
  ])('discards the typed values when it is closed by %s', async (_, close) => {
    signIn();
    await renderComponent(<PageWithDialog />);
    await userEvent.click(screen.getByRole('button', { name: 'Add an address' }));
    await screen.findByRole('dialog');
    await userEvent.type(getInput('Address'), 'Flat 3');
    await close();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Add an address' }));
    await screen.findByRole('dialog');
    expect(getInput('Address').value).toBe('');
  });

  it('stays open with its input if it was closed and opened again before the gateway confirmed an earlier address', async () => {
    const release = gateway.holdResponses('CreateAddress', 'createAddress', {
      address: lakshmiRoad,
      user: { ...shopper, addresses: [lakshmiRoad] },
    });
    signIn();
    await renderComponent(<PageWithDialog />);
    await userEvent.click(screen.getByRole('button', { name: 'Add an address' }));
    await screen.findByRole('dialog');
    await fillTexts();
    await userEvent.type(getInput('Pincode'), '411030');
    await save();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Add an address' }));
    await screen.findByRole('dialog');
    await userEvent.type(getInput('Address'), 'Flat 3');
    release();
    await screen.findByText('Address saved.');
    expect(getInput('Address').value).toBe('Flat 3');
  });
});
