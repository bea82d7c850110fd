import { afterEach, beforeEach, expect, it } from 'vitest';
import { openIdentity, PASSWORD, SIGN_UP, type TestIdentity } from '../testing/open-identity.ts';

const HALF_AN_HOUR_MS = 30 * 60_000;

let test: TestIdentity;
beforeEach(async () => {
  test = await openIdentity();
});
afterEach(() => test.close());

const signUp = (name: string, firstLink: string | undefined, call = {}) =>
  test.ask(SIGN_UP, { input: { email: `${name}@example.com`, username: name, password: PASSWORD, firstLink } }, call);

async function firstLink(): Promise<string> {
  const [path, token] = (await test.identity.firstLink())?.split('?token=') ?? [];
  expect(path).toBe('/signup');
  return token ?? '';
}

it('opens the account of the first SUPERADMIN, once', async () => {
  await test.signUp('driver');
  const link = await firstLink();
  await expect(signUp('first', link)).resolves.toMatchObject({ data: { signUp: { user: { role: 'SUPERADMIN' } } } });
  const { token } = await test.logIn('first');
  await expect(test.verify(token)).resolves.toMatchObject({ role: 'SUPERADMIN' });

  await expect(signUp('second', link)).resolves.toMatchObject({
    code: 'FIRST_LINK_INVALID',
    extensions: { status: 410 },
  });
  await expect(test.logIn('second')).rejects.toThrow('INVALID_CREDENTIALS');
  await expect(test.identity.firstLink()).resolves.toBeUndefined();
});

it('is valid for half an hour, and not if somebody made it up', async () => {
  const link = await firstLink();
  await expect(signUp('stranger', `${link.slice(0, -2)}AA`)).resolves.toMatchObject({ code: 'FIRST_LINK_INVALID' });
  test.later(HALF_AN_HOUR_MS);
  await expect(signUp('late', link)).resolves.toMatchObject({ code: 'FIRST_LINK_INVALID' });
  const next = await signUp('prompt', await firstLink());
  expect(next.data).toMatchObject({ signUp: { user: { role: 'SUPERADMIN' } } });
});

it('gives the role to one of two accounts that are opened with it concurrently', async () => {
  const link = await firstLink();
  const answers = await Promise.all([signUp('ada', link), signUp('bob', link)]);
  expect(answers.map(({ code }) => code ?? 'opened').sort()).toEqual(['FIRST_LINK_INVALID', 'opened']);
});

it('may be used again by the retry of its own sign-up, and by no other', async () => {
  const link = await firstLink();
  const key = { idempotencyKey: 'first' };
  for (const name of ['first', 'first']) {
    await expect(signUp(name, link, key)).resolves.toMatchObject({
      data: { signUp: { user: { role: 'SUPERADMIN' } } },
    });
  }
  await expect(signUp('other', link, key)).resolves.toMatchObject({ code: 'FIRST_LINK_INVALID' });
});

it('does not promote an account that was opened without it', async () => {
  const key = { idempotencyKey: 'plain' };
  await signUp('plain', undefined, key);
  await expect(signUp('plain', 'made up', key)).resolves.toMatchObject({ code: 'FIRST_LINK_INVALID' });
  const { token } = await test.logIn('plain');
  await expect(test.verify(token)).resolves.toMatchObject({ role: 'DRIVER' });
});
