// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { AddressDialog } from '#web/address/AddressDialog.tsx';
import { browserSession } from '#web/auth/session.ts';
import { lane, serveGateway, shopper, signIn } from './account-gateway.ts';
import { renderPart } from './render-part.tsx';

const gateway = serveGateway();
const text = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const choice = (label: string) => screen.getByLabelText<HTMLSelectElement>(label);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save address' }));

async function openDialog(address?: typeof lane) {
  signIn();
  const onClose = vi.fn();
  const onSaved = vi.fn();
  const rendered = await renderPart(
    <AddressDialog open onClose={onClose} onSaved={onSaved} address={address} />,
    { messages: ['address'] },
  );
  await screen.findByRole('dialog');
  return { ...rendered, onClose, onSaved };
}

async function fillTexts(): Promise<void> {
  for (const [label, value] of [
    ['Address', lane.address],
    ['Area', lane.area],
    ['Landmark', lane.landmark],
    ['City', lane.city],
  ] as const) {
    await userEvent.click(text(label));
    await userEvent.paste(value);
  }
}

describe('the state of an address', () => {
  it('enables the districts and offers its own only', async () => {
    await openDialog();
    expect(choice('District').disabled).toBe(true);
    await userEvent.selectOptions(choice('State'), 'Goa');
    expect(choice('District').disabled).toBe(false);
    expect([...choice('District').options].map(({ value }) => value)).toEqual(['', 'North Goa', 'South Goa']);
  });

  it('resets the district when another one is chosen', async () => {
    await openDialog();
    await userEvent.selectOptions(choice('State'), 'Goa');
    await userEvent.selectOptions(choice('District'), 'North Goa');
    await userEvent.selectOptions(choice('State'), 'Kerala');
    expect(choice('District').value).toBe('');
  });
});

describe('the PIN code of an address', () => {
  it('fills in state and district where they are known, and says so', async () => {
    await openDialog();
    await userEvent.type(text('Pincode'), '411030');
    await waitFor(() => expect(choice('District').value).toBe('Pune'));
    expect(choice('State').value).toBe('Maharashtra');
    expect(screen.getByText('We filled in Pune, Maharashtra from your PIN code.')).toBeDefined();
  });

  it('corrected, corrects what it had filled in', async () => {
    await openDialog();
    await userEvent.type(text('Pincode'), '411030');
    await userEvent.clear(text('Pincode'));
    await userEvent.type(text('Pincode'), '403001');
    await waitFor(() => expect(choice('State').value).toBe('Goa'));
    expect(choice('District').value).toBe('');
  });

  it('never overwrites what was chosen', async () => {
    await openDialog();
    await userEvent.selectOptions(choice('State'), 'Kerala');
    await userEvent.type(text('Pincode'), '411030');
    expect([choice('State').value, choice('District').value]).toEqual(['Kerala', '']);
    await userEvent.selectOptions(choice('State'), 'Maharashtra');
    await userEvent.selectOptions(choice('District'), 'Satara');
    await userEvent.clear(text('Pincode'));
    await userEvent.type(text('Pincode'), '411030');
    expect([choice('State').value, choice('District').value]).toEqual(['Maharashtra', 'Satara']);
  });

  it('fills in the district of a state that was chosen', async () => {
    await openDialog();
    await userEvent.selectOptions(choice('State'), 'Maharashtra');
    await userEvent.type(text('Pincode'), '411030');
    await waitFor(() => expect(choice('District').value).toBe('Pune'));
  });
});

describe('the address dialog', () => {
  it('creates an address and hands it on', async () => {
    gateway.answer('CreateAddress', 'createAddress', {
      address: lane,
      user: { ...shopper, addresses: [lane] },
    });
    const { onClose, onSaved } = await openDialog();
    await fillTexts();
    await userEvent.type(text('Pincode'), '411 030');
    await save();
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(onClose).toHaveBeenCalledOnce();
    const { id, __typename, ...values } = lane;
    expect(gateway.sent).toEqual([{ address: values }]);
    expect(onSaved.mock.calls[0]?.[0]).toMatchObject({ id, __typename });
  });

  it('marks what is missing and sends nothing', async () => {
    await openDialog();
    await save();
    await waitFor(() => expect(screen.getAllByText('Please fill in this field.')).toHaveLength(7));
    expect(document.activeElement).toBe(text('Address'));
    expect(gateway.sent).toEqual([]);
  });

  it("shows the shop's complaint beside its field and keeps what was typed", async () => {
    gateway.answer('UpdateAddress', 'updateAddress', { address: null, user: null }, [
      { code: 'INVALID', message: 'We do not know this area.', field: ['address', 'area'] },
    ]);
    const { onClose } = await openDialog(lane);
    await save();
    await screen.findByText('We do not know this area.');
    expect(document.activeElement).toBe(text('Area'));
    expect(text('Address').value).toBe(lane.address);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('says when the shop cannot be reached, and keeps what was typed', async () => {
    gateway.breakDown('UpdateAddress');
    await openDialog(lane);
    await save();
    await screen.findByText("We couldn't save the address. Please try again.");
    expect(text('City').value).toBe('Pune');
  });

  it('keeps a state and a district that the lists no longer have', async () => {
    await openDialog({ ...lane, state: 'Orissa', district: 'Poona' });
    expect([choice('State').value, choice('District').value]).toEqual(['Orissa', 'Poona']);
  });

  it('has what was typed again after a session that ended in between', async () => {
    const { unmount } = await openDialog();
    await userEvent.type(text('Address'), 'Flat 3');
    browserSession().expire('secret');
    unmount();
    await openDialog();
    expect(text('Address').value).toBe('Flat 3');
  });

  it('starts empty again after it was cancelled', async () => {
    const { unmount } = await openDialog();
    await userEvent.type(text('Address'), 'Flat 3');
    unmount();
    await openDialog();
    expect(text('Address').value).toBe('');
  });
});
