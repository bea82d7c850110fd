import type { Logger } from '@volant/infra/process/observability/log';
import { createRemoteJWKSet, customFetch, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import type { IssuedIdentity, Issuer } from '../user/ports.ts';
import { boundedFetch, ISSUER_TIMEOUT_MS } from './bounded-fetch.ts';
import { emailIn, hasRoleClaim, roleIn } from './claims.ts';
import { failureOf, isRevoked } from './failures.ts';
import type { OpenIdSettings } from './settings.ts';

/** The screen that the issuer redirects to; operators register it there. */
export const RETURN_PATH = '/openid';
/** How far the clocks of both servers may be apart. */
const CLOCK_TOLERANCE_SECONDS = 5 * 60;
const LONGEST_REFRESH_TOKEN = 4_096;
/** Never `none` or a shared secret: keys come from the issuer's key set. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

interface IssuerParts {
  /** Public scheme and host of the product. */
  readonly origin: () => string;
  readonly clock: () => Date;
  readonly log: Logger;
}

interface Discovered {
  readonly server: openid.ServerMetadata;
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
}

/** The operator's OpenID Connect server, which may be away when this process starts. */
export function createIssuer(settings: OpenIdSettings, { origin, clock, log }: IssuerParts): Issuer {
  const { name, issuer: address, client, secret } = settings;
  const basic = openid.ClientSecretBasic(secret);
  const post = openid.ClientSecretPost(secret);
  const authentication: openid.ClientAuth = (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server;
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
  const isPlain = new URL(address).protocol === 'http:';
  let discovery: Promise<Discovered> | undefined;

  function configure(config: openid.Configuration): openid.Configuration {
    config.timeout = ISSUER_TIMEOUT_MS / 1_000;
    config[openid.customFetch] = fetched;
    if (isPlain) openid.allowInsecureRequests(config);
    return config;
  }

  const fetched: openid.CustomFetch = (url, { body, signal, ...options }) =>
    boundedFetch(url, { ...options, ...(body != null && { body }), ...(signal && { signal }) } as RequestInit);

  async function discover(): Promise<Discovered> {
    const config = await openid.discovery(new URL(address), client, undefined, authentication, {
      timeout: ISSUER_TIMEOUT_MS / 1_000,
      [openid.customFetch]: fetched,
      execute: isPlain ? [openid.allowInsecureRequests] : [],
    });
    const server = config.serverMetadata();
    const { jwks_uri } = server;
    if (jwks_uri === undefined) throw new Error('the metadata of the issuer have no jwks_uri');
    const options = { timeoutDuration: ISSUER_TIMEOUT_MS, [customFetch]: boundedFetch };
    return { server, keys: createRemoteJWKSet(new URL(jwks_uri), options) };
  }

  function configOf({ server }: Discovered): openid.Configuration {
    const metadata = {
      [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
      [openid.clockSkew]: Math.round((clock().getTime() - Date.now()) / 1_000),
    };
    return configure(new openid.Configuration(server, client, metadata, authentication));
  }

  /**
   * Work with the issuer, whose failures are told in sentences. After one, its metadata and keys are read anew, unless
   * strangers can cause it.
   * @throws DomainError
   */
  async function ask<T>(work: (found: Discovered) => Promise<T>, byStrangers = false): Promise<T> {
    discovery ??= discover();
    const used = discovery;
    const found = await used.catch((error: unknown) => forget(error));
    return work(found).catch((error: unknown) => {
      if (byStrangers) throw failureOf(error, name, log);
      return forget(error);
    });

    function forget(error: unknown): never {
      if (discovery === used) discovery = undefined;
      throw failureOf(error, name, log);
    }
  }

  function verified(token: string, { server, keys }: Discovered, options: JWTVerifyOptions = {}) {
    const expected = { issuer: server.issuer, audience: client, algorithms: ALGORITHMS };
    return jwtVerify(token, keys, {
      ...{ ...expected, clockTolerance: CLOCK_TOLERANCE_SECONDS, currentDate: clock() },
      ...options,
    });
  }

  /** Issuers put claims into the ID token, or answer them at the address for them. */
  async function identityOf(
    found: Discovered,
    tokens: openid.TokenEndpointResponse,
    subject: string,
  ): Promise<IssuedIdentity> {
    const inToken: JWTPayload = tokens.id_token === undefined ? {} : (await verified(tokens.id_token, found)).payload;
    if (inToken.sub !== undefined && inToken.sub !== subject) throw new Error('the subject of the token has changed');
    const isWhole = hasRoleClaim(inToken, settings) && inToken.email !== undefined;
    const config = configOf(found);
    const more =
      isWhole || found.server.userinfo_endpoint === undefined
        ? {}
        : await openid.fetchUserInfo(config, tokens.access_token, subject);
    const claims = { ...more, ...inToken };
    const { refresh_token: refreshToken } = tokens;
    return {
      subject,
      email: emailIn(claims, settings),
      role: roleIn(claims, settings),
      sid: typeof inToken.sid === 'string' ? inToken.sid : undefined,
      refreshToken: (refreshToken?.length ?? 0) > LONGEST_REFRESH_TOKEN ? undefined : refreshToken,
    };
  }

  return {
    name,
    address,

    begin() {
      // Read at each sign-in, so that a server that is away or has changed is noticed before the browser goes there.
      discovery = undefined;
      return ask(async (found) => {
        const flow = {
          state: openid.randomState(),
          nonce: openid.randomNonce(),
          verifier: openid.randomPKCECodeVerifier(),
        };
        const offline = found.server.scopes_supported?.includes('offline_access') ? ' offline_access' : '';
        const to = openid.buildAuthorizationUrl(configOf(found), {
          redirect_uri: new URL(RETURN_PATH, origin()).href,
          scope: `openid email profile${offline}`,
          state: flow.state,
          nonce: flow.nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(flow.verifier),
          code_challenge_method: 'S256',
        });
        return { address: to.href, flow };
      });
    },

    finish: ({ state, nonce, verifier }, search) =>
      ask(async (found) => {
        const returned = new URL(RETURN_PATH, origin());
        returned.search = search;
        const tokens = await openid.authorizationCodeGrant(configOf(found), returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const subject = tokens.claims()?.sub;
        if (subject === undefined) throw new Error('the issuer has sent no ID token');
        return identityOf(found, tokens, subject);
      }),

    renew: (subject, refreshToken) =>
      ask(async (found) => {
        try {
          const tokens = await openid.refreshTokenGrant(configOf(found), refreshToken);
          const identity = await identityOf(found, tokens, subject);
          // Issuers that do not rotate it send it once.
          return { ...identity, refreshToken: identity.refreshToken ?? refreshToken };
        } catch (error) {
          if (isRevoked(error)) return undefined;
          throw error;
        }
      }),

    endedBy: (logoutToken) =>
      ask(async (found) => {
        const { payload } = await verified(logoutToken, found, {
          requiredClaims: ['iat', 'jti', 'events'],
          maxTokenAge: 2 * CLOCK_TOLERANCE_SECONDS,
        });
        const { events, nonce, sub: subject, sid, jti: id = '' } = payload;
        const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, LOGOUT_EVENT);
        // A nonce would make it an ID token.
        if (!isLogout || nonce !== undefined) throw new Error('this is no logout token');
        if (subject === undefined && typeof sid !== 'string') throw new Error('the logout token names no session');
        return { id, subject, sid: typeof sid === 'string' ? sid : undefined };
      }, true),
  };
}
