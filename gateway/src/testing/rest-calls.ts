import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Canned, TOKEN } from './canned-subgraphs.ts';
import { type GatewayUnderTest, startGateway, type UnderTestOptions } from './gateway-under-test.ts';

export const AUTHORIZED = { authorization: `Bearer ${TOKEN}` };

/** `GET /api/auth/me` of the canned services' user. */
export const REST_USER = {
  id: 'u1',
  username: 'ana',
  email: 'ana@demo.example',
  avatar: null,
  phone: '+33600000000',
  role: 'SUPERADMIN',
  createdAt: '2026-01-02T03:04:05.000Z',
  _count: { pages: 4 },
};

/** The same for its owner. */
export const OWN_USER = {
  ...REST_USER,
  pendingEmail: null,
  weeklyLetter: false,
  secondFactor: { on: false, required: false, recoveryCodes: 0, app: false, passkeys: [] },
};

/** A gateway for the tests of a file. Recorded calls and overrides are reset before each test. */
export function useGateway(options?: UnderTestOptions) {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway(options);
  });
  afterAll(() => gateway.close());
  beforeEach(() => {
    gateway.canned.calls.length = 0;
    gateway.canned.instead.clear();
  });
  return {
    origin: (): string => gateway.origin,
    canned: (): Canned => gateway.canned,
    logged: (): string => gateway.logged(),
    async ask(method: string, path: string, body?: unknown, headers: Record<string, string> = AUTHORIZED) {
      const response = await fetch(gateway.origin + path, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, headers: response.headers, body: (await response.json()) as unknown };
    },
    /** Arguments of the first call of a field. */
    argsOf: (field: string): unknown => gateway.canned.calls.find((call) => call.field === field)?.args,
  };
}
