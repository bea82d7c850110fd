import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { beginAtIssuer } from '../../session/issuer.ts';
import { currentSession, endSession } from '../../session/session.ts';
import { type FakeAnswer, fakeApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleSession } from '../../testing/samples.ts';
import { Component as OpenIdPage } from './openid-page.tsx';

const START = 'POST /api/auth/openid/start';
const FINISH = 'POST /api/auth/openid/finish';
const SEARCH = '?code=c&state=s&iss=https%3A%2F%2Fid.example';
const started: FakeAnswer = { body: { address: 'https://id.example/auth', flow: 'sealed' } };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
});

/** Comes back from the server, as in the tab that has left for it. */
async function comeBack(finish: FakeAnswer) {
  const calls = fakeApi({ [START]: started, [FINISH]: finish });
  const left: string[] = [];
  await beginAtIssuer((address) => left.push(address));
  expect(left).toEqual(['https://id.example/auth']);
  const router = await renderScreen(OpenIdPage, '/openid', `/openid${SEARCH}`);
  return { calls, router };
}

it('finishes the sign-in once, with what the tab has kept, and leaves no code in the address', async () => {
  const { calls, router } = await comeBack({ body: { success: true, ...sampleSession } });
  expect(await screen.findByText('You are logged in')).toBeDefined();
  expect(currentSession()?.token).toBe(sampleSession.token);
  expect(router.state.location.search).toBe('');
  expect(calls.filter(({ path }) => FINISH.endsWith(path)).map(({ body }) => body)).toEqual([
    { flow: 'sealed', answer: SEARCH },
  ]);
});

it('shows why it was refused, and the way back to a password', async () => {
  await comeBack({ status: 403, body: { code: 'ISSUER_NO_ROLE', error: 'Team ID gives you no role.' } });
  expect((await screen.findByRole('alert')).textContent).toContain('Team ID gives you no role.');
  expect(screen.getByRole('link', { name: 'Use a password' }).getAttribute('href')).toBe('/login');
  expect(screen.getByRole('button', { name: 'Start again' })).toBeDefined();
});

it('asks for the second factor of the account', async () => {
  await comeBack({ status: 401, body: { code: 'SECOND_FACTOR_REQUIRED', error: 'A code.', challenge: 'x' } });
  expect(await screen.findByLabelText('Code from your app')).toBeDefined();
});

it('sends nothing if the sign-in began elsewhere, and begins anew at the press of a button', async () => {
  const calls = fakeApi({ [START]: { status: 503, body: { code: 'ISSUER_AWAY', error: 'Team ID does not answer.' } } });
  await renderScreen(OpenIdPage, '/openid', `/openid${SEARCH}`);
  expect((await screen.findByRole('alert')).textContent).toContain('began in another tab');
  expect(calls).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Start again' }));
  expect(await screen.findByText('Team ID does not answer.')).toBeDefined();
});
