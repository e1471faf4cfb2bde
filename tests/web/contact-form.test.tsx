// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { getBrowserSession } from '#web/auth/session.ts';
import { ContactForm } from '#web/features/content/ContactForm.tsx';
import { Component as ContactPage } from '#web/features/content/ContactPage.tsx';
import { changeLanguage } from '#web/i18n/i18n.ts';
import { ShopContext } from '#web/shop/shop.ts';
import { demoShop } from '../demo-shop.ts';
import { serveGateway, type UserErrorInput } from './account-gateway.ts';
import { gatewayUrl } from './gateway-stub.ts';
import { renderComponent } from './render-routes.tsx';
import { asha, signIn } from './shoppers.ts';

const gateway = serveGateway();
const stubContactResponse = (received: boolean, errors?: UserErrorInput[]) =>
  gateway.respond('CreateContact', 'createContact', { received }, errors);

async function fillAndSend(fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await userEvent.type(screen.getByLabelText(label), text);
  }
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
}

const completeForm = { Name: 'Asha', 'Phone number': '9876543210', Message: 'Is Gitarahasya in stock?' };

describe('the contact form', () => {
  it('sends the enquiry, thanks the shopper and resets', async () => {
    stubContactResponse(true);
    await renderComponent(<ContactForm />);
    await fillAndSend(completeForm);
    await screen.findByText('Thank you for contacting us. We will get back to you soon.');
    const emptyBookFields = { productName: '', author: '', publisher: '', language: '' };
    const remark = 'Is Gitarahasya in stock?';
    expect(gateway.sentInputs).toEqual([
      { ...emptyBookFields, name: 'Asha', phoneNumber: '9876543210', remark },
    ]);
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('');
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  });

  it('returns the focus to its button once the shopper has closed the thank-you message', async () => {
    const release = gateway.holdResponses('CreateContact', 'createContact', { received: true });
    await renderComponent(<ContactForm />);
    await fillAndSend(completeForm);
    const button = await screen.findByRole('button', { name: 'Send', busy: true });
    // A browser takes the focus from a disabled button; jsdom does not.
    expect(button).toHaveProperty('disabled', false);
    expect(document.activeElement).toBe(button);
    release();
    const dialog = await screen.findByRole('alertdialog');
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  it('is emptied for the next user of the browser when a shopper logs out', async () => {
    signIn();
    await renderComponent(<ContactForm />);
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await screen.findByText('Please enter your name');
    await userEvent.type(screen.getByLabelText('Name'), 'Asha');
    act(() => getBrowserSession().signOut());
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('');
    expect(screen.queryByText('Please enter your name')).toBeNull();
  });

  it('keeps what was typed if the session expires', async () => {
    signIn();
    await renderComponent(<ContactForm />);
    await userEvent.type(screen.getByLabelText('Name'), 'Asha');
    act(() => getBrowserSession().expire(asha.token));
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Asha');
  });

  it('leaves the shopper on the page from which they sent it', async () => {
    stubContactResponse(true);
    const { router } = await renderComponent(<p>Home</p>, { header: <ContactForm /> });
    await act(() => router.navigate('/elsewhere'));
    await fillAndSend(completeForm);
    await userEvent.click(await screen.findByRole('button', { name: 'OK' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(router.state.location.pathname).toBe('/elsewhere');
  });

  it('shows an error for each empty required field and sends nothing until all are filled in', async () => {
    stubContactResponse(true);
    await renderComponent(<ContactForm />);
    await fillAndSend({ 'Phone number': '  ', Name: 'Asha' });
    expect(screen.getByText('Please enter your phone number')).toBeDefined();
    expect(screen.getByText('Please enter your message')).toBeDefined();
    expect(screen.queryByText('Please enter your name')).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText('Phone number'));
    expect(screen.getByLabelText('Message').getAttribute('aria-invalid')).toBe('true');
    const { 'Phone number': phoneNumber, Message: remark } = completeForm;
    await fillAndSend({ 'Phone number': phoneNumber, Message: remark });
    await screen.findByText('Thank you for contacting us. We will get back to you soon.');
    expect(gateway.sentInputs).toEqual([expect.objectContaining({ name: 'Asha', phoneNumber, remark })]);
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  });

  it.each(['abc', '12', '-'])(
    'shows an error for the phone number %j and sends nothing until it is corrected',
    async (text) => {
      stubContactResponse(true);
      const { i18n } = await renderComponent(<ContactForm />);
      await fillAndSend({ ...completeForm, 'Phone number': text });
      await screen.findByText('Enter a phone number of 6 to 15 digits.');
      const field = screen.getByLabelText('Phone number');
      expect(document.activeElement).toBe(field);
      expect(field.getAttribute('aria-invalid')).toBe('true');
      await act(() => changeLanguage(i18n, 'mr'));
      expect(screen.queryByText('Enter a phone number of 6 to 15 digits.')).toBeNull();
      await act(() => changeLanguage(i18n, 'en'));
      expect(gateway.sentInputs).toEqual([]);
      await userEvent.clear(field);
      await fillAndSend({ 'Phone number': '\u202d+९१ (98) 765-432.10\u202c' });
      await screen.findByText('Thank you for contacting us. We will get back to you soon.');
      await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    },
  );

  it('shows the errors of empty fields in the new language after a switch', async () => {
    const { i18n } = await renderComponent(<ContactForm />);
    await fillAndSend({ Name: 'Asha' });
    await screen.findByText('Please enter your phone number');
    await act(() => changeLanguage(i18n, 'mr'));
    expect(screen.getByText('कृपया आपला फोन क्रमांक लिहा')).toBeDefined();
    expect(screen.getByText('कृपया आपला संदेश लिहा')).toBeDefined();
    expect(screen.queryByText(/^Please/)).toBeNull();
  });

  it('shows an error that the gateway reports for a field, and keeps the typed text', async () => {
    stubContactResponse(false, [
      { code: 'TOO_LONG', message: 'An English text.', field: ['phoneNumber'], maxLength: 200 },
    ]);
    await renderComponent(<ContactForm />);
    await fillAndSend(completeForm);
    await screen.findByText('Please use 200 characters or fewer.');
    expect(screen.getByLabelText<HTMLInputElement>('Message').value).toBe(completeForm.Message);
  });

  it('shows only the first of several errors that the gateway reports for a field', async () => {
    const field = ['phoneNumber'];
    stubContactResponse(false, [
      { code: 'UNSUPPORTED_CHARACTERS', message: 'An English text.', field },
      { code: 'TOO_LONG', message: 'An English text.', field, maxLength: 200 },
    ]);
    await renderComponent(<ContactForm />);
    await fillAndSend(completeForm);
    await screen.findByText('Please remove line breaks and invisible characters.');
    expect(screen.queryByText('Please use 200 characters or fewer.')).toBeNull();
  });

  it.each([
    ['en', 'Too many attempts. Please try again in 11 minutes.'],
    ['mr', 'खूप वेळा प्रयत्न झाला. कृपया 11 मिनिटांनी पुन्हा प्रयत्न करा.'],
    ['hi', 'बहुत बार कोशिश हो चुकी है। कृपया 11 मिनट बाद फिर कोशिश करें।'],
  ] as const)(
    'shows an error in the language of the page, with the waiting time: %s',
    async (language, text) => {
      stubContactResponse(false, [
        { code: 'RATE_LIMITED', message: 'An English text.', field: null, retryAfterSeconds: 601 },
      ]);
      const { container } = await renderComponent(<ContactForm />, { language });
      for (const field of container.querySelectorAll('input, textarea'))
        await userEvent.type(field, '9876543210');
      await userEvent.click(screen.getByRole('button'));
      await screen.findByText(text);
      expect(screen.queryByText('An English text.')).toBeNull();
    },
  );

  it('shows a message when sending fails, and keeps the typed text', async () => {
    gateway.failRequest('CreateContact');
    await renderComponent(<ContactForm />);
    await fillAndSend(completeForm);
    await screen.findByText("We couldn't send your message. Please try again.");
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Asha');
  });
});

describe('the contact page', () => {
  async function openFromAnotherPage() {
    stubContactResponse(true);
    const rendered = await renderComponent(<ContactPage />);
    await act(() => rendered.router.navigate('/elsewhere'));
    await act(() => rendered.router.navigate('/'));
    return rendered;
  }

  it('returns to the previous page once the shopper has closed the thank-you message', async () => {
    const { router } = await openFromAnotherPage();
    await fillAndSend(completeForm);
    await userEvent.click(await screen.findByRole('button', { name: 'OK' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'));
  });

  it('stays open if the session ends before the shopper has closed the thank-you message', async () => {
    signIn();
    const { router } = await openFromAnotherPage();
    await fillAndSend(completeForm);
    await screen.findByRole('alertdialog');
    act(() => getBrowserSession().signOut());
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    // Going back would have happened before this navigation.
    await act(() => router.navigate('?topic=none'));
    expect(router.state.location.pathname).toBe('/');
  });

  it('returns to the previous page when Escape closes the thank-you message', async () => {
    const { router } = await openFromAnotherPage();
    await fillAndSend(completeForm);
    const dialog = await screen.findByRole('alertdialog');
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'));
  });

  it('stays open if it was the first page of the visit', async () => {
    stubContactResponse(true);
    const { router } = await renderComponent(<ContactPage />);
    await fillAndSend(completeForm);
    await userEvent.click(await screen.findByRole('button', { name: 'OK' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(router.state.location.pathname).toBe('/');
  });

  it('does not redirect a shopper who has left it while the message was being sent', async () => {
    const { router } = await openFromAnotherPage();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    // A handler that returns no response passes the request on to the next one.
    gateway.use(http.post(gatewayUrl, () => released));
    await fillAndSend(completeForm);
    await act(() => router.navigate('/next'));
    release();
    await userEvent.click(await screen.findByRole('button', { name: 'OK' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(router.state.location.pathname).toBe('/next');
  });

  it('shows two ranges of opening hours on the same days', async () => {
    const logError = vi.spyOn(console, 'error');
    const openingHours = [
      { from: 'Monday', to: 'Friday', opens: '10:00', closes: '13:00' },
      { from: 'Monday', to: 'Friday', opens: '16:00', closes: '20:00' },
    ] as const;
    await renderComponent(
      <ShopContext value={{ ...demoShop, openingHours }}>
        <ContactPage />
      </ShopContext>,
    );
    const hours = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(hours).toEqual(['10:00–13:00', '16:00–20:00']);
    // React would log an error if two ranges had the same key.
    expect(logError).not.toHaveBeenCalled();
  });
});
