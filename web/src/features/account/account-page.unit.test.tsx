import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { currentSession, endSession, startSession } from '../../session/session.ts';
import { type FakeAnswer, fakeApi, graphAnswer, graphRefusal, variablesOf } from '../../testing/fake-api.ts';
import { fill } from '../../testing/fill.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleMe, samplePicture, sampleSession } from '../../testing/samples.ts';
import { Component as AccountPage } from './account-page.tsx';

const UPLOAD = 'POST /api/user/upload-avatar';
const me = sampleMe;
const account = (changes: object = {}) => ({ 'GRAPH Account': graphAnswer({ me: me(changes) }) });
const updated = (changes: object = {}) => graphAnswer({ updateProfile: me(changes) });
const open = () => renderScreen(AccountPage, '/account');
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
/** Like a browser, also accepts files that the file chooser does not offer. */
const choose = (file: File) =>
  userEvent.upload(screen.getByLabelText(/Choose a photo|Change$/), file, { applyAccept: false });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
  startSession(sampleSession, false);
});

describe('the profile', () => {
  it('shows the user, queried at once, and links back to the dashboard', async () => {
    const calls = fakeApi(account({ phone: '+33639980007' }));
    const router = await open();
    expect((await screen.findByLabelText<HTMLInputElement>('Username')).value).toBe('camille.demo');
    expect(field('Email address').value).toBe('camille.demo@example.org');
    await waitFor(() => expect(field('Phone (optional)').value).toBe('+33 6 39 98 00 07'));
    expect(calls).toHaveLength(1);
    await userEvent.click(screen.getByRole('link', { name: 'Your Pages' }));
    expect(router.state.location.pathname).toBe('/dashboard');
  });

  it('requires a username and an address, and keeps the input', async () => {
    const calls = fakeApi(account());
    await open();
    fill(await screen.findByLabelText('Phone (optional)'), '0639980007');
    await userEvent.clear(field('Username'));
    await userEvent.clear(field('Email address'));
    await save();
    expect((await screen.findAllByRole('alert')).map(({ textContent }) => textContent)).toContain(
      'Please fill in all required fields',
    );
    expect(document.activeElement).toBe(field('Username'));
    expect(field('Username').getAttribute('aria-invalid')).toBe('true');
    expect(field('Phone (optional)').value).toContain('+33');
    expect(calls).toHaveLength(1);
  });

  it('is saved at once, and the header shows the new name', async () => {
    const calls = fakeApi({
      ...account(),
      'GRAPH UpdateProfile': updated({ username: 'camille', phone: '+41791234567' }),
    });
    await open();
    await userEvent.clear(await screen.findByLabelText('Username'));
    fill(field('Username'), ' camille ');
    await userEvent.selectOptions(screen.getByLabelText('Country code'), '41');
    fill(field('Phone (optional)'), '079 123 45 67');
    await save();
    expect(await screen.findByText('Profile updated successfully')).toBeDefined();
    const { phone, ...sent } = variablesOf(calls[1]).input as Record<string, string>;
    expect(sent).toEqual({ username: 'camille', email: 'camille.demo@example.org' });
    expect(phone?.replaceAll(' ', '')).toBe('+41791234567');
    expect(currentSession()?.user).toMatchObject({ username: 'camille', phone: '+41791234567' });
  });

  it.each([
    ['EMAIL_TAKEN', 409, 'An account with this email address already exists.', 'Email address'],
    ['USERNAME_TAKEN', 409, 'This username is already taken.', 'Username'],
    ['PHONE_INVALID', 400, 'Please give the phone number with its country code.', 'Phone (optional)'],
  ])('refused with %s shows the server’s message, at the field, too', async (code, status, text, name) => {
    fakeApi({ ...account(), 'GRAPH UpdateProfile': graphRefusal(code, status, text) });
    await open();
    await screen.findByLabelText('Username');
    await save();
    expect(await screen.findAllByText(text)).toHaveLength(2);
    expect(document.activeElement).toBe(field(name));
  });

  it('refused without a message says that it could not be saved', async () => {
    fakeApi(account());
    await open();
    await screen.findByLabelText('Username');
    await save();
    expect(await screen.findByText('Failed to update profile')).toBeDefined();
  });

  it('that cannot be read shows an error and a retry', async () => {
    let tries = 0;
    fakeApi({
      'GRAPH Account': () => (++tries === 1 ? graphRefusal('INTERNAL', 500, 'x') : graphAnswer({ me: me() })),
    });
    await open();
    expect(await screen.findByText('Failed to load your account')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('Username')).toBeDefined();
  });
});

describe('a new address', () => {
  const pendingEmail = 'camille@example.com';

  it('waits for confirmation, and the field shows the current one again', async () => {
    fakeApi({ ...account(), 'GRAPH UpdateProfile': updated({ pendingEmail }) });
    await open();
    await userEvent.clear(await screen.findByLabelText('Email address'));
    await userEvent.type(field('Email address'), pendingEmail);
    await save();
    expect(await screen.findByText(/^Pending: camille@example\.com/)).toBeDefined();
    expect(field('Email address').value).toBe('camille.demo@example.org');
    expect(currentSession()?.user.email).toBe('camille.demo@example.org');
  });

  it('can get another message', async () => {
    const calls = fakeApi({ ...account({ pendingEmail }), 'GRAPH UpdateProfile': updated({ pendingEmail }) });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Send the message again' }));
    expect(await screen.findByText('A new message is on its way.')).toBeDefined();
    expect(variablesOf(calls[1])).toEqual({ input: { email: pendingEmail } });
    expect(screen.getByText(/^Pending:/)).toBeDefined();
  });

  it('can be cancelled', async () => {
    fakeApi({ ...account({ pendingEmail }), 'GRAPH CancelEmailChange': graphAnswer({ cancelEmailChange: true }) });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel the change' }));
    expect(await screen.findByText('The change of address is cancelled.')).toBeDefined();
    expect(screen.queryByText(/^Pending:/)).toBeNull();
  });

  it('shows an error and stays if neither succeeds', async () => {
    fakeApi({ ...account({ pendingEmail }), 'GRAPH UpdateProfile': graphRefusal('TOO_MANY_REQUESTS', 429, 'Wait.') });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Send the message again' }));
    expect(await screen.findByText('Wait.')).toBeDefined();
    expect(screen.getByText(/^Pending:/)).toBeDefined();
    // The outcome of a save takes its place, and a file that is not accepted that of the save.
    fakeApi({ ...account({ pendingEmail }), 'GRAPH UpdateProfile': graphRefusal('UNAVAILABLE', 503, 'Later.') });
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Later.')).toBeDefined();
    expect(screen.queryByText('Wait.')).toBeNull();
    await choose(new File(['Hello'], 'me.png', { type: 'image/png' }));
    expect(await screen.findByText('Please select a PNG, JPG, or JPEG image')).toBeDefined();
    expect(screen.queryByText('Later.')).toBeNull();
  });
});

describe('the picture', () => {
  it('is uploaded with the profile, shows its progress, and appears afterwards', async () => {
    let answer: (answer: FakeAnswer) => void = () => {};
    const calls = fakeApi({
      ...account(),
      [UPLOAD]: () =>
        new Promise<FakeAnswer>((resolve) => {
          answer = resolve;
        }),
      'GRAPH UpdateProfile': updated({ avatar: '/uploads/new.jpg' }),
    });
    await open();
    await screen.findByLabelText('Username');
    await choose(samplePicture(5 * 1024 * 1024));
    await screen.findByText('Change');
    expect(calls).toHaveLength(1);
    await save();
    expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Sending the photo' }).value).toBe(0.5);
    expect(calls[1]?.headers.get('Content-Type')).toBeNull();
    expect(calls[1]?.headers.get('Authorization')).toBe('Bearer token-1');
    expect((calls[1]?.body as FormData | undefined)?.get('image')).toBeInstanceOf(File);
    answer({ body: { success: true, imageUrl: '/uploads/new.jpg' } });
    expect(await screen.findByText('Profile updated successfully')).toBeDefined();
    expect(variablesOf(calls[2]).input).toMatchObject({ avatar: '/uploads/new.jpg' });
    expect(currentSession()?.user.avatar).toBe('/uploads/new.jpg');
    expect(document.querySelector('img.avatar')?.getAttribute('src')).toBe('/uploads/new.jpg');
  });

  it.each([
    ['me.gif', new File(['GIF89a'], 'me.gif', { type: 'image/gif' }), 'Please select a PNG, JPG, or JPEG image'],
    ['me.svg', new File(['<svg/>'], 'me.svg', { type: 'image/svg+xml' }), 'Please select a PNG, JPG, or JPEG image'],
    [
      'me.webp',
      new File(['RIFF0000WEBP'], 'me.webp', { type: 'image/webp' }),
      'Please select a PNG, JPG, or JPEG image',
    ],
    [
      'a text called me.png',
      new File(['Hello'], 'me.png', { type: 'image/png' }),
      'Please select a PNG, JPG, or JPEG image',
    ],
    ['5 MB and a byte', samplePicture(5 * 1024 * 1024 + 1), 'Image must be smaller than 5MB'],
  ])('cannot be %s', async (_, file, text) => {
    fakeApi(account());
    await open();
    await screen.findByLabelText('Username');
    await choose(file);
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
  });

  it('blocks saving the profile if its upload fails, and is uploaded again', async () => {
    let tries = 0;
    const calls = fakeApi({
      ...account(),
      [UPLOAD]: () =>
        ++tries === 1 ? { status: 503, body: {} } : { body: { success: true, imageUrl: '/uploads/a.jpg' } },
      'GRAPH UpdateProfile': updated({ avatar: '/uploads/a.jpg' }),
    });
    await open();
    await screen.findByLabelText('Username');
    await choose(samplePicture());
    await screen.findByText('Change');
    await save();
    expect(await screen.findByText('Failed to upload image')).toBeDefined();
    expect(calls).toHaveLength(2);
    await save();
    expect(await screen.findByText('Profile updated successfully')).toBeDefined();
    expect(calls[2]?.headers.get('Idempotency-Key')).toBe(calls[1]?.headers.get('Idempotency-Key'));
  });

  it('can be removed', async () => {
    const calls = fakeApi({ ...account({ avatar: '/uploads/old.jpg' }), 'GRAPH UpdateProfile': updated() });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(document.querySelector('span.avatar')?.textContent).toBe('C');
    await save();
    await screen.findByText('Profile updated successfully');
    expect(variablesOf(calls[1]).input).toMatchObject({ avatar: null });
  });
});
