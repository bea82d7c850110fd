import { isIP } from 'node:net';
import { DomainError } from '@volant/infra/errors/domain-error';
import { jsonOf } from '@volant/infra/text/json-of';
import { text } from '@volant/infra/text/outside-text';
import { z } from 'zod';
import type { Passkey } from '../domain/second-factor.ts';
import type { ActiveUser } from '../domain/user.ts';

/** Longest credential that is read, as JSON; those of today have less than 2,000 characters. */
const LONGEST_CREDENTIAL = 8_192;
const PRODUCT = 'Volant';

/** How a browser reaches an authenticator, so that it asks for the right one. */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

const bytes = text(LONGEST_CREDENTIAL).regex(/^[\w-]+$/);
const credential = z.object({ id: bytes, rawId: bytes, type: z.literal('public-key') });
const registration = credential.extend({
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(text(20)).max(20).optional(),
  }),
});
const assertion = credential.extend({
  response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
});
const clientData = z.object({ challenge: bytes });

/** What an authenticator has made for an account. */
export type NewPasskey = Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'>;

type Owner = Pick<ActiveUser, 'userId' | 'email' | 'username'>;

/** Most starts need no passkey: the library's parsers of certificates are loaded with the first one. */
const library = () => import('@simplewebauthn/server');

/**
 * Keys of authenticators, by WebAuthn.
 * @param origin public scheme and host of the product
 */
export function createPasskeys(origin: () => string) {
  /** Undefined where browsers offer no passkeys. */
  function site(): { readonly origin: string; readonly name: string } | undefined {
    const { origin: address, hostname, protocol } = new URL(origin());
    const named = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
    const secure = protocol === 'https:' || hostname === 'localhost';
    return named && secure ? { origin: address, name: hostname } : undefined;
  }

  return {
    /**
     * Options for a browser to make a passkey with, as JSON.
     * @param challenge in base64url
     * @throws DomainError PASSKEYS_UNAVAILABLE
     */
    async offer(challenge: string, { userId, email, username }: Owner, known: readonly Passkey[]): Promise<string> {
      const { generateRegistrationOptions } = await library();
      const options = await generateRegistrationOptions({
        rpName: PRODUCT,
        rpID: requireSite(site()).name,
        userID: bytesOf(Buffer.from(userId).toString('base64url')),
        userName: email,
        userDisplayName: username,
        challenge: bytesOf(challenge),
        attestationType: 'none',
        excludeCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] })),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      });
      return JSON.stringify(options);
    },

    /** The challenge that a credential answers; undefined for any other text. */
    challengeIn(answer: string): string | undefined {
      const read = credentialIn(registration, answer)?.response.clientDataJSON;
      return clientData.safeParse(jsonOf(Buffer.from(read ?? '', 'base64url').toString())).data?.challenge;
    },

    /** @throws DomainError PASSKEY_WRONG */
    async made(challenge: string, answer: string): Promise<NewPasskey> {
      const read = credentialIn(registration, answer);
      const place = site();
      if (read === undefined || place === undefined) throw new DomainError('PASSKEY_WRONG');
      const { clientDataJSON, attestationObject, transports = [] } = read.response;
      const { verifyRegistrationResponse } = await library();
      const { registrationInfo } = await orWrong(
        verifyRegistrationResponse({
          response: { ...read, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
          expectedChallenge: challenge,
          expectedOrigin: place.origin,
          expectedRPID: place.name,
          requireUserVerification: false,
        }),
      );
      if (registrationInfo === undefined) throw new DomainError('PASSKEY_WRONG');
      const { id, publicKey, counter } = registrationInfo.credential;
      return {
        id,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: TRANSPORTS.filter((known) => transports.includes(known)),
      };
    },

    /** Options for a browser to prove one of these passkeys with, as JSON; undefined without any. */
    async ask(challenge: string, passkeys: readonly Passkey[]): Promise<string | undefined> {
      const place = site();
      if (place === undefined || passkeys.length === 0) return undefined;
      const { generateAuthenticationOptions } = await library();
      const options = await generateAuthenticationOptions({
        rpID: place.name,
        challenge: bytesOf(challenge),
        allowCredentials: passkeys.map(({ id, transports }) => ({ id, transports: [...transports] })),
        userVerification: 'preferred',
      });
      return JSON.stringify(options);
    },

    /**
     * The passkey that signed the challenge, and its counter, which the caller must compare.
     * @throws DomainError PASSKEY_WRONG
     */
    async proven(challenge: string, answer: string, passkeys: readonly Passkey[]) {
      const read = credentialIn(assertion, answer);
      const place = site();
      const known = passkeys.find(({ id }) => id === read?.id);
      if (read === undefined || place === undefined || known === undefined) throw new DomainError('PASSKEY_WRONG');
      const { verifyAuthenticationResponse } = await library();
      const { verified, authenticationInfo } = await orWrong(
        verifyAuthenticationResponse({
          response: { ...read, clientExtensionResults: {} },
          expectedChallenge: challenge,
          expectedOrigin: place.origin,
          expectedRPID: place.name,
          // Only the account's stream knows the latest counter, so the decider compares it.
          credential: { id: known.id, publicKey: bytesOf(known.publicKey), counter: 0 },
          requireUserVerification: false,
        }),
      );
      if (!verified) throw new DomainError('PASSKEY_WRONG');
      return { id: known.id, counter: authenticationInfo.newCounter };
    },
  };
}

function requireSite<Site>(site: Site | undefined): Site {
  if (site === undefined) throw new DomainError('PASSKEYS_UNAVAILABLE');
  return site;
}

function credentialIn<T>(shape: z.ZodType<T>, answer: string): T | undefined {
  return answer.length > LONGEST_CREDENTIAL ? undefined : shape.safeParse(jsonOf(answer)).data;
}

/** The library throws for any invalid credential. */
function orWrong<T>(verified: Promise<T>): Promise<T> {
  return verified.catch(() => {
    throw new DomainError('PASSKEY_WRONG');
  });
}

/** Not a Buffer: the library wants bytes of their own memory. */
function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(base64url, 'base64url'));
}
