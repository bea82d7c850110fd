import { tlsSettingError } from '../network/tls-problem.ts';
import { ServerUnreachable, SettingError } from '../process/settings/server-errors.ts';

/** S3's error code, such as `NoSuchKey`; Node's code if the server was not reached. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // The client rejects an invalid name without asking the server.
  if (error.name === 'InvalidBucketNameError') return 'InvalidBucketName';
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? code : undefined;
}

const SETTINGS_BY_CODE: Readonly<Record<string, readonly [setting: string, sentence: string]>> = {
  InvalidAccessKeyId: ['VOLANT_S3_ACCESS_KEY', 'does not know this access key'],
  SignatureDoesNotMatch: ['VOLANT_S3_SECRET_KEY', 'refuses this secret key'],
  InvalidBucketName: ['VOLANT_S3_BUCKET', 'takes no bucket of this name'],
  BucketAlreadyExists: ['VOLANT_S3_BUCKET', 'has a bucket of this name, which belongs to somebody else'],
  AccessDenied: ['VOLANT_S3_BUCKET', 'does not give these keys this bucket'],
  AuthorizationHeaderMalformed: ['VOLANT_S3_REGION', 'is in another region'],
  PermanentRedirect: ['VOLANT_S3_REGION', 'keeps this bucket in another region'],
  InvalidRegion: ['VOLANT_S3_REGION', 'is in another region'],
};

/** Distinguishes wrong settings from outages. */
export function openError(error: unknown, address: string): SettingError | ServerUnreachable {
  const options = { cause: error };
  const known = SETTINGS_BY_CODE[codeOf(error) ?? ''];
  if (known !== undefined) return new SettingError(known[0], `${address} ${known[1]}.`, options);
  const refused = tlsSettingError('S3', address, error);
  if (refused !== undefined) return refused;
  const named = error instanceof Error && error.message !== '' ? error.message : (codeOf(error) ?? String(error));
  // A response without an S3 error code, such as the answer of a TLS server to plain HTTP.
  const nameless = error instanceof Error && error.name === 'S3Error' && codeOf(error) === undefined;
  const reason = nameless ? 'its answer is none of S3’s (does it want TLS?)' : named;
  return new ServerUnreachable('S3', `${address} does not answer as it should (VOLANT_S3_URL): ${reason}.`, options);
}
