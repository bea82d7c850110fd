import { inject } from 'vitest';

/** Addresses of the test servers, all on this machine and for the tests only. */
export interface TestServers {
  readonly mongodb: { readonly url: string };
  readonly kafka: { readonly brokers: readonly string[] };
  readonly clickhouse: { readonly url: string; readonly username: string; readonly password: string };
  readonly redis: { readonly url: string };
  readonly s3: { readonly url: string; readonly accessKey: string; readonly secretKey: string };
  /**
   * `inboxUrl`: GET returns the delivered messages as `[{ from, to, secure, user, source }]`, DELETE empties the inbox.
   */
  readonly smtp: { readonly url: string; readonly inboxUrl: string };
}

declare module 'vitest' {
  interface ProvidedContext {
    servers: TestServers;
  }
}

/** The servers of this test run. All test files share them, so each uses its own names. */
export function testServers(): TestServers {
  return inject('servers');
}
