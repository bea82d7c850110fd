import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const [PRESENT, VERIFIED, HAS_KEY] = [0x01, 0x04, 0x40];
const ID_BYTES = 32;

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();
const encoded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** Of CBOR: a short text, and 24 to 255 bytes. */
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
const cborBytes = (bytes: Uint8Array) => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);

interface Key {
  readonly id: string;
  readonly privateKey: KeyObject;
}

interface Signing {
  readonly counter?: number;
  /** Of the site that asks, if it is another one. */
  readonly origin?: string;
}

/** An authenticator in software, with the browser before it: ES256 keys without attestation. */
export function createAuthenticator(origin: string) {
  const keys: Key[] = [];
  const clientData = (type: string, challenge: string, at = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }));
  const head = (rpId: string, flags: number, counter: number) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
  };

  return {
    /** Makes a passkey for options of the product, and returns the credential, both as JSON. */
    create(options: string, counter = 0): string {
      const { rp, challenge } = JSON.parse(options);
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const id = randomBytes(ID_BYTES);
      const key = Buffer.concat([
        // A map of five: type EC2, algorithm ES256, curve P-256, x and y.
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        cborBytes(Buffer.from(x, 'base64url')),
        Buffer.from([0x22]),
        cborBytes(Buffer.from(y, 'base64url')),
      ]);
      const data = Buffer.concat([
        head(rp.id, PRESENT | VERIFIED | HAS_KEY, counter),
        Buffer.alloc(16),
        Buffer.from([0, ID_BYTES]),
        id,
        key,
      ]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0]), cborText('authData')],
        cborBytes(data),
      ]);
      keys.push({ id: encoded(id), privateKey });
      return JSON.stringify({
        ...{ id: encoded(id), rawId: encoded(id), type: 'public-key', clientExtensionResults: {} },
        response: {
          clientDataJSON: encoded(clientData('webauthn.create', challenge)),
          attestationObject: encoded(attestation),
          transports: ['internal', 'telepathy'],
        },
      });
    },

    /** Signs the challenge of such options, as JSON, with the latest of the keys that they allow, or else the latest. */
    sign(options: string, { counter = 0, origin: at }: Signing = {}): string {
      const { rpId, challenge, allowCredentials } = JSON.parse(options);
      const allowed = new Set(allowCredentials.map(({ id }: { id: string }) => id));
      const key = keys.findLast(({ id }) => allowed.has(id)) ?? keys.at(-1);
      if (key === undefined) throw new Error('the authenticator has no key');
      const data = head(rpId, PRESENT | VERIFIED, counter);
      const client = clientData('webauthn.get', challenge, at);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), key.privateKey);
      return JSON.stringify({
        ...{ id: key.id, rawId: key.id, type: 'public-key', clientExtensionResults: {} },
        response: {
          clientDataJSON: encoded(client),
          authenticatorData: encoded(data),
          signature: encoded(signature),
        },
      });
    },
  };
}
