import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { startSession } from '../../api/session.ts';
import { fakeApi, graphAnswer, graphRefusal, variablesOf } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleMe as me, sampleSession } from '../../testing/samples.ts';
import { Component as AccountPage } from './account-page.tsx';

const factor = (on: boolean, more: object = {}) =>
  graphAnswer({
    me: me({ secondFactor: { __typename: 'SecondFactor', on, required: false, recoveryCodes: on ? 10 : 0, ...more } }),
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
  await user.click(await screen.findByRole('button', { name: 'Turn on…' }));
  const dialog = await screen.findByRole('alertdialog');
  const password = dialog.querySelector<HTMLInputElement>('input[name="password"]');
  if (password === null) throw new Error('the dialog asks for no password');
  await user.type(password, 'wrong');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findAllByText('The current password is not correct.');
  await user.clear(password);
  await user.type(password, 'secret1');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.type(await screen.findByLabelText('Code from the app'), '123456');
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  await screen.findByText('aaaa-bbbb');
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
