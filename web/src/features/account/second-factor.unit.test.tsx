import { type RegistrationResponseJSON, startRegistration } from '@simplewebauthn/browser';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { startSession } from '../../session/session.ts';
import { fakeApi, graphAnswer, graphRefusal, variablesOf } from '../../testing/fake-api.ts';
import { fill } from '../../testing/fill.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleMe as me, sampleSession } from '../../testing/samples.ts';
import { Component as AccountPage } from './account-page.tsx';

const phone = { __typename: 'Passkey', id: 'k1', name: 'Phone', addedAt: '2026-03-01T08:00:00Z', usedAt: null };

async function confirmPassword(user: ReturnType<typeof userEvent.setup>, button: string) {
  const dialog = await screen.findByRole('alertdialog');
  const password = dialog.querySelector<HTMLInputElement>('input[name="password"]');
  if (password === null) throw new Error('the dialog asks for no password');
  fill(password, 'secret1');
  await user.click(within(dialog).getByRole('button', { name: button }));
  return dialog;
}

const factor = (on: boolean, more: object = {}) =>
  graphAnswer({
    me: me({
      secondFactor: {
        __typename: 'SecondFactor',
        on,
        required: false,
        recoveryCodes: on ? 10 : 0,
        app: on,
        passkeys: [],
        ...more,
      },
    }),
  });

it('sets a second factor up: password, code, recovery codes', async () => {
  startSession(sampleSession, false);
  let on = false;
  const offer = { __typename: 'TotpSetup', secret: 'GEZDGNBV', address: 'otpauth://totp/Volant:a', setup: 's1' };
  const calls = fakeApi({
    'GRAPH Account': () => Promise.resolve(factor(on)),
    'GRAPH StartTotp': (call) =>
      variablesOf(call).password === 'secret1'
        ? graphAnswer({ startTotp: offer })
        : graphRefusal('WRONG_PASSWORD', 400, 'The current password is not correct.'),
    'GRAPH ConfirmTotp': () => {
      on = true;
      return graphAnswer({ confirmTotp: { __typename: 'RecoveryCodes', codes: ['aaaa-bbbb', 'cccc-dddd'] } });
    },
    'GET /api/auth/me': { body: { user: sampleSession.user } },
  });
  await renderScreen(AccountPage, '/account');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Set up an app…' }));
  const dialog = await screen.findByRole('alertdialog');
  const password = dialog.querySelector<HTMLInputElement>('input[name="password"]');
  if (password === null) throw new Error('the dialog asks for no password');
  await user.type(password, 'wrong');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findAllByText('The current password is not correct.');
  await user.clear(password);
  await user.type(password, 'secret1');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  fill(await screen.findByLabelText('Code from the app'), '123456');
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  await screen.findByText('aaaa-bbbb');
  expect(screen.getByRole('button', { name: 'Copy the codes' }).className).toBe('btn btn--primary');
  expect(calls.filter((call) => call.path === '/api/auth/me')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'I have noted them' }));
  await screen.findByText(/You have 10 recovery codes left/);
});

it('says that the role waits for a second factor', async () => {
  startSession(sampleSession, false);
  fakeApi({ 'GRAPH Account': factor(false, { required: true }) });
  await renderScreen(AccountPage, '/account');
  expect(await screen.findByText(/Your role needs a second factor/)).toBeDefined();
});

it('adds a passkey: password, name, the device, recovery codes', async () => {
  vi.stubGlobal('PublicKeyCredential', class {});
  startSession(sampleSession, false);
  let on = false;
  const calls = fakeApi({
    'GRAPH Account': () => Promise.resolve(factor(on, { app: false, passkeys: on ? [phone] : [] })),
    'GRAPH StartPasskey': graphAnswer({ startPasskey: { __typename: 'PasskeyOffer', options: '{"challenge":"c1"}' } }),
    'GRAPH AddPasskey': () => {
      on = true;
      return graphAnswer({ addPasskey: { __typename: 'RecoveryCodes', codes: ['aaaa-bbbb'] } });
    },
    'GET /api/auth/me': { body: { user: sampleSession.user } },
  });
  const register = vi
    .mocked(startRegistration)
    .mockRejectedValueOnce(new Error('cancelled'))
    .mockResolvedValueOnce({ id: 'k1' } as RegistrationResponseJSON);
  await renderScreen(AccountPage, '/account');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Add a passkey…' }));
  await confirmPassword(user, 'Continue');
  const make = await screen.findByRole('button', { name: 'Create the passkey' });
  await user.click(make);
  expect(register).not.toHaveBeenCalled();
  await user.type(screen.getByLabelText('Name of the passkey'), 'Phone');
  await user.click(make);
  await screen.findByText('The passkey was not created. Try again.');
  await user.click(screen.getByRole('button', { name: 'Create the passkey' }));
  await screen.findByText('aaaa-bbbb');
  expect(register).toHaveBeenLastCalledWith({ optionsJSON: { challenge: 'c1' } });
  expect(calls.map(variablesOf)).toContainEqual({ input: { name: 'Phone', credential: '{"id":"k1"}' } });
  await user.click(screen.getByRole('button', { name: 'I have noted them' }));
  await screen.findByText(/not used yet/);
});

it('removes a passkey, but offers to remove neither the last factor of a role that needs one nor all of it', async () => {
  startSession(sampleSession, false);
  let passkeys = [phone, { ...phone, id: 'k2', name: 'Key', usedAt: '2026-03-02T08:00:00Z' }];
  const calls = fakeApi({
    'GRAPH Account': () => Promise.resolve(factor(true, { app: false, required: true, passkeys })),
    'GRAPH RemovePasskey': () => {
      passkeys = [phone];
      return graphAnswer({ removePasskey: true });
    },
  });
  await renderScreen(AccountPage, '/account');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Remove the passkey “Key”…' }));
  await confirmPassword(user, 'Remove');
  await vi.waitFor(() => expect(screen.queryByText('Key')).toBeNull());
  expect(calls.map(variablesOf)).toContainEqual({ input: { id: 'k2', password: 'secret1' } });
  await screen.findByText('Phone');
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Turn off…' })).toBeNull();
});
