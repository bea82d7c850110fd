import { inject } from 'vitest';

/** Where the servers of the tests answer. All on this machine, and of nobody else's concern. */
export interface TestServers {
  readonly mongodb: { readonly url: string };
  readonly kafka: { readonly brokers: readonly string[] };
  readonly clickhouse: { readonly url: string; readonly username: string; readonly password: string };
  readonly redis: { readonly url: string };
  readonly s3: { readonly url: string; readonly accessKey: string; readonly secretKey: string };
  /** `inboxUrl`: GET gives what was delivered as `[{ from, to, secure, user, source }]`, DELETE empties it. */
  readonly smtp: { readonly url: string; readonly inboxUrl: string };
}

declare module 'vitest' {
  interface ProvidedContext {
    servers: TestServers;
  }
}

/** The servers of this run of the tests; every file shares them, so each uses names of its own. */
export function testServers(): TestServers {
  return inject('servers');
}
