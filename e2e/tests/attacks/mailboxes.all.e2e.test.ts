import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, callDirectly, logIn, signUp } from '../../src/api.ts';
import { type Product, startProduct, temporaryDirectory } from '../../src/product.ts';

let product: Product;
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeAll(async () => {
  directory = await temporaryDirectory();
  const settings = { VOLANT_ANSWER_RESET_TOKEN: 'on', VOLANT_TRUSTED_PROXIES: '', VOLANT_GRAPHQL: 'open' };
  product = await startProduct(directory.path, settings);
  callDirectly(product.origin);
});
afterAll(async () => {
  await product?.stop();
  await directory?.remove();
});

const START_TOTP = 'mutation($password: String!) { startTotp(password: $password) { setup } }';
const START_PASSKEY = 'mutation($password: String!) { startPasskey(password: $password) { options } }';

const ask = (path: string, body: unknown, more: Parameters<typeof call>[4] = {}) =>
  call(product.origin, 'POST', path, body, more);

describe('a stranger who signs up with the address of another person', () => {
  test('cannot lock its owner out', async () => {
    const stranger = await signUp(product.origin);
    const { email, password, token } = stranger;
    for (const query of [START_TOTP, START_PASSKEY]) {
      const { body } = await ask('/graphql', { query, variables: { password } }, { token });
      expect([query, body.errors[0].extensions.code]).toEqual([query, 'EMAIL_UNPROVED']);
    }
    const { body } = await ask('/api/auth/forgot-password', { email });
    const newPassword = 'the password of the owner';
    expect((await ask('/api/auth/reset-password', { token: body.resetToken, newPassword })).status).toBe(200);
    const owner = await logIn(product.origin, { email, password: newPassword });
    expect((await call(product.origin, 'GET', '/api/auth/me', undefined, { token })).status).toBe(401);
    const set = { query: START_TOTP, variables: { password: newPassword } };
    expect((await ask('/graphql', set, { token: owner })).body.errors).toBeUndefined();
  });
});

describe('a product that answers reset tokens', () => {
  test.each([
    ['a proxy that is not named', { 'x-forwarded-for': '203.0.113.7' }],
    ['another proxy', { via: '1.1 proxy' }],
    ['a tunnel', { 'x-real-ip': '203.0.113.7' }],
  ])('answers none through %s', async (_, headers) => {
    const { email } = await signUp(product.origin);
    const { status, body } = await ask('/api/auth/forgot-password', { email }, { headers });
    expect([status, body.code, body.resetToken]).toEqual([403, 'DEVELOPMENT_FROM_ELSEWHERE', undefined]);
  });
});
