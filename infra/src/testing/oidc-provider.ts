import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Configuration, Provider } from 'oidc-provider';

export const CLIENT = 'volant';
export const CLIENT_SECRET = 'a secret that only the test knows';

/** A person of the provider. */
export interface Colleague {
  readonly email: string;
  readonly verified?: boolean;
  readonly groups?: readonly string[];
}

/** `oidc-provider` on the loopback address, which signs in without questions the person that a test has chosen. */
export interface TestProvider {
  readonly issuer: string;
  /** People by their subject. Removing one blocks them. */
  readonly people: Map<string, Colleague>;
  /** Who signs in next; undefined cancels. */
  next: string | undefined;
  /** Its sessions that have signed in here, oldest first. */
  readonly sids: readonly string[];
  /** Follows the redirects of a browser with its own cookies, and returns the search part it comes back with. */
  signIn(address: string, browser?: Browser): Promise<string>;
  /** Sends logout tokens for the session of a browser, or of all sessions of a person. */
  logOut(subject: string, sid: string | undefined): Promise<void>;
  /** Restarts it at the same address for a product at this origin. */
  serve(origin: string): Promise<void>;
  /** Restarts it at the same address with new keys. */
  rotateKeys(): Promise<void>;
  stop(): Promise<void>;
}

export type Browser = Map<string, string>;

interface ProviderOptions {
  /** Absent until the product listens, see `serve`. */
  readonly redirectUri?: string;
  /** Where logout tokens are sent. */
  readonly logoutUri?: string;
  /** How long ID tokens are valid. Default: as long as tests turn clocks. */
  readonly idTokenSeconds?: number;
}

export async function startProvider(options: ProviderOptions): Promise<TestProvider> {
  let { redirectUri = 'http://127.0.0.1/openid', logoutUri } = options;
  const { idTokenSeconds = 24 * 3600 } = options;
  const people = new Map<string, Colleague>();
  const sids: string[] = [];
  let server = await listen(0);
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let provider = open();

  function open(): Provider {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const made = new Provider(issuer, configurationOf(privateKey.export({ format: 'jwk' })));
    made.on('authorization_code.saved', ({ sid }) => {
      if (sid !== undefined) sids.push(sid);
    });
    const handle = made.callback();
    server.on('request', (request, response) => {
      if (!request.url?.startsWith('/interaction/')) {
        handle(request, response);
        return;
      }
      const refused = { error: 'access_denied', error_description: 'cancelled' };
      const result = there.next === undefined ? refused : { login: { accountId: there.next } };
      made.interactionFinished(request, response, result).catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      });
    });
    return made;
  }

  function configurationOf(jwk: object): Configuration {
    return {
      clients: [
        {
          client_id: CLIENT,
          client_secret: CLIENT_SECRET,
          redirect_uris: [redirectUri],
          grant_types: ['authorization_code', 'refresh_token'],
          ...(logoutUri !== undefined && {
            backchannel_logout_uri: logoutUri,
            backchannel_logout_session_required: true,
          }),
        },
      ],
      jwks: { keys: [{ ...jwk, kid: randomUUID(), use: 'sig', alg: 'RS256' }] },
      claims: { openid: ['sub', 'sid'], email: ['email', 'email_verified'], profile: ['groups'] },
      cookies: { keys: ['a key of the test'] },
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
      rotateRefreshToken: true,
      ttl: {
        IdToken: idTokenSeconds,
        AccessToken: 60,
        RefreshToken: 3600,
        Grant: 3600,
        Interaction: 600,
        Session: 3600,
      },
      // By default it sends nothing to this machine.
      fetch: (url, { dispatcher: _, ...request }: RequestInit & { dispatcher?: unknown } = {}) => fetch(url, request),
      async findAccount(_, sub) {
        const person = people.get(sub);
        if (person === undefined) return undefined;
        const { email, verified = true, groups = [] } = person;
        return { accountId: sub, claims: async () => ({ sub, email, email_verified: verified, groups }) };
      },
      async loadExistingGrant({ oidc }) {
        const { client, session } = oidc;
        const grant = new oidc.provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    };
  }

  const there: TestProvider = {
    issuer,
    people,
    next: undefined,
    sids,

    async signIn(address, browser = new Map()) {
      let at = address;
      for (let hops = 0; hops < 10; hops += 1) {
        const cookie = [...browser].map((pair) => pair.join('=')).join('; ');
        const response = await fetch(at, { redirect: 'manual', headers: { cookie } });
        for (const set of response.headers.getSetCookie()) {
          const [name = '', value = ''] = set.split(';')[0]?.split('=') ?? [];
          browser.set(name, value);
        }
        const to = response.headers.get('location');
        if (to === null) throw new Error(`${at} answers ${response.status}: ${await response.text()}`);
        at = new URL(to, at).href;
        if (at.startsWith(redirectUri)) return new URL(at).search;
      }
      throw new Error('the provider redirects without end');
    },

    async logOut(subject, sid) {
      const client = await provider.Client.find(CLIENT);
      // Types of the library lack it.
      const sender = client as unknown as { backchannelLogout(sub: string, sid?: string): Promise<void> };
      await sender.backchannelLogout(subject, sid);
    },

    serve(origin) {
      redirectUri = `${origin}/openid`;
      logoutUri = `${origin}/api/auth/openid/logout`;
      return there.rotateKeys();
    },

    async rotateKeys() {
      const { port: same } = server.address() as AddressInfo;
      await stop(server);
      server = await listen(same);
      provider = open();
    },

    stop: () => stop(server),
  };
  return there;
}

async function listen(port: number): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
