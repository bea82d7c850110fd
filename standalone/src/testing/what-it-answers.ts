import { expect, vi } from 'vitest';
import { z } from 'zod';
import { ACCOUNTS, DEMO_PASSWORD, SUPERADMIN } from '../demo/accounts.ts';

/** Tokens of the signed-in demo accounts, by e-mail address. */
export type Tokens = Readonly<Record<string, string>>;

/** Responses of the product, by path and account. */
export type Answers = Readonly<Record<string, unknown>>;

const PEOPLE = [...ACCOUNTS, SUPERADMIN];
const SEARCHES = ['/api/admin/pages?limit=1000', '/api/admin/users?limit=1000', '/api/support/inbox?limit=1000'];
const ADMIN = 'admin@example.com';

export async function signInAll(origin: string): Promise<Tokens> {
  const tokens: Record<string, string> = {};
  for (const { email } of PEOPLE) {
    const response = await fetch(`${origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password: DEMO_PASSWORD }),
    });
    tokens[email] = z.object({ token: z.string() }).parse(await response.json()).token;
  }
  return tokens;
}

/** Reads everything that REST offers: lists, reports, pages, pictures. */
async function readAll(origin: string, tokens: Tokens): Promise<Answers> {
  const answers: Record<string, unknown> = {};
  async function read(path: string, email?: string): Promise<unknown> {
    const token = email === undefined ? undefined : tokens[email];
    const headers = { 'Accept-Language': 'fr', ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) };
    const response = await fetch(`${origin}${path}`, { headers });
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    const body: unknown = isJson ? await response.json() : Buffer.from(await response.arrayBuffer()).toString('base64');
    answers[`${path} ${email ?? ''}`] = { status: response.status, body };
    return body;
  }

  for (const path of SEARCHES) await read(path, SUPERADMIN.email);
  await read('/api/admin/analytics', ADMIN);
  const { pages } = z
    .object({ pages: z.array(z.object({ id: z.string(), avatarUrl: z.string().nullish() }).loose()) })
    .parse(await read('/api/admin/pages?limit=500', ADMIN));
  for (const { id, avatarUrl } of pages) {
    await read(`/api/public/pages/${id}`);
    await read(`/api/admin/pages/${id}/analytics`, ADMIN);
    if (typeof avatarUrl === 'string' && avatarUrl.startsWith('/uploads/')) await read(avatarUrl);
  }
  for (const { email } of PEOPLE) {
    await read('/api/auth/me', email);
    await read('/api/pages/mine', email);
    for (const { id } of pages) await read(`/api/pages/${id}/analytics`, email);
  }
  return answers;
}

/** Reads the responses until two readings are equal, because views and reports lag behind. */
export async function readSettled(origin: string, tokens: Tokens): Promise<Answers> {
  let before: Answers = {};
  await vi.waitFor(
    async () => {
      const previous = before;
      before = await readAll(origin, tokens);
      expect(before).toEqual(previous);
    },
    { interval: 1_500 },
  );
  return before;
}

/** Waits for exactly these responses, because views are made in the background. */
export async function expectAnswers(origin: string, tokens: Tokens, expected: Answers): Promise<void> {
  await expect.poll(() => readAll(origin, tokens), { interval: 500 }).toEqual(expected);
}
