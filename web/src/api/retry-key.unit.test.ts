import { expect, it } from 'vitest';
import { apolloClient } from '../apollo/client.ts';
import { sendMessage } from '../features/contact/contact-values.ts';
import { logIn, logOut, requestPasswordReset, resetPassword, signUp, undoEmailChange } from '../session/auth.ts';
import { ClaimPageDocument } from '../session/claim.generated.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { samplePage, samplePicture, sampleSession } from '../testing/samples.ts';
import { uploadPicture } from './uploads.ts';

const [first, second] = [samplePicture(100, 'a.png'), samplePicture(100, 'b.png')];
const person = { email: 'a@example.org', username: 'camille', password: 'secret1' };
const form = { name: 'Camille', email: 'a@example.org', subject: 'A card', message: 'Bonjour !!', leftBlank: '' };
const picture = { imageUrl: '/uploads/a.png' };

/** Every POST of the client: its content, and the same call with different content. */
const POSTS: readonly [string, object, () => unknown, (() => unknown)?][] = [
  ['POST /api/auth/signup', sampleSession, () => signUp(person), () => signUp({ ...person, username: 'other' })],
  [
    'POST /api/auth/login',
    sampleSession,
    () => logIn({ ...person, remember: true }),
    () => logIn({ ...person, remember: false }),
  ],
  ['POST /api/auth/logout', {}, logOut],
  [
    'POST /api/auth/forgot-password',
    {},
    () => requestPasswordReset('a@example.org'),
    () => requestPasswordReset('b@example.org'),
  ],
  ['POST /api/auth/reset-password', {}, () => resetPassword('t', 'secret1'), () => resetPassword('t', 'secret2')],
  ['POST /api/auth/undo-email-change', {}, () => undoEmailChange('a'), () => undoEmailChange('b')],
  ['POST /api/support/contact', {}, () => sendMessage(form), () => sendMessage({ ...form, subject: 'Cards' })],
  [
    'POST /api/user/upload-avatar',
    picture,
    () => uploadPicture('/api/user/upload-avatar', first, () => {}),
    () => uploadPicture('/api/user/upload-avatar', second, () => {}),
  ],
  [
    'POST /api/pages/upload-image',
    picture,
    () => uploadPicture('/api/pages/upload-image', first, () => {}),
    () => uploadPicture('/api/pages/upload-image', second, () => {}),
  ],
  [
    'GRAPH ClaimPage',
    { data: { claimPage: samplePage() } },
    () => apolloClient.mutate({ mutation: ClaimPageDocument, variables: { id: 'a' } }),
    () => apolloClient.mutate({ mutation: ClaimPageDocument, variables: { id: 'b' } }),
  ],
];

it.each(POSTS)(
  '%s keeps its idempotency key until it succeeds or its content changes',
  async (name, body, send, other) => {
    const answers: Parameters<typeof fakeApi>[0] = {};
    const calls = fakeApi(answers);
    const keyOf = async (act: () => unknown) => {
      const before = calls.length;
      await Promise.resolve(act()).catch(() => undefined);
      await expect.poll(() => calls.length).toBe(before + 1);
      return calls.at(-1)?.headers.get('Idempotency-Key');
    };
    const lost = await keyOf(send);
    expect(lost).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(await keyOf(send)).toBe(lost);
    if (other !== undefined) {
      const changed = await keyOf(other);
      expect(changed).not.toBe(lost);
      expect(await keyOf(send)).not.toBe(changed);
    }
    const latest = await keyOf(send);
    answers[name] = { body: { success: true, ...body } };
    expect(await keyOf(send)).toBe(latest);
    await expect.poll(() => keyOf(send)).not.toBe(latest);
  },
);

it('a query of the graph has no idempotency key', async () => {
  const { DashboardDocument } = await import('../features/dashboard/dashboard-page.generated.ts');
  const calls = fakeApi({ 'GRAPH Dashboard': { body: {} } });
  await apolloClient.query({ query: DashboardDocument, fetchPolicy: 'network-only' }).catch(() => undefined);
  expect(calls[0]?.headers.has('Idempotency-Key')).toBe(false);
});
