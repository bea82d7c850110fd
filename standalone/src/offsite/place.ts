import { fileURLToPath } from 'node:url';
import { openFileObjects } from '@volant/infra/objects/file-objects';
import type { Objects } from '@volant/infra/objects/objects';
import { openS3Objects } from '@volant/infra/objects/s3-objects';
import type { Logger } from '@volant/infra/process/observability/log';
import { OperatorError, SettingError } from '@volant/infra/process/settings/server-errors';

const PROTOCOLS: Readonly<Record<string, string>> = { 's3:': 'https', 's3+http:': 'http' };
const BUCKET = /^\/([a-z0-9][a-z0-9.-]{2,62})\/?$/;

export interface PlaceSettings {
  readonly url: string;
  readonly accessKey?: string | undefined;
  readonly secretKey?: string | undefined;
  readonly region?: string | undefined;
}

/** `s3://host[:port]/bucket` over TLS, `s3+http://…` without, `file:///directory` for a mounted disk of elsewhere. */
export function isPlace(url: string): boolean {
  return bucketOf(url) !== undefined || directoryOf(url) !== undefined;
}

function bucketOf(url: string) {
  if (!URL.canParse(url)) return undefined;
  const { protocol, host, username, search, hash, pathname } = new URL(url);
  const [, bucket] = BUCKET.exec(pathname) ?? [];
  const scheme = PROTOCOLS[protocol];
  if (scheme === undefined || bucket === undefined || host === '' || username + search + hash !== '') return undefined;
  return { address: `${scheme}://${host}`, bucket };
}

function directoryOf(url: string): string | undefined {
  return url.startsWith('file:///') && URL.canParse(url) ? fileURLToPath(url) : undefined;
}

/** @throws OperatorError with one sentence if the place cannot be used */
export async function openPlace(settings: PlaceSettings, log: Logger): Promise<Objects> {
  const { url, accessKey = '', secretKey = '', region } = settings;
  const there = bucketOf(url);
  if (there === undefined) return openDirectory(directoryOf(url) ?? url);
  const { address, bucket } = there;
  try {
    return await openS3Objects({
      ...{ url: address, accessKey, secretKey, bucket, log },
      ...(region === undefined ? {} : { region }),
    });
  } catch (error) {
    throw new OperatorError(sentenceOf(error), { cause: error });
  }
}

async function openDirectory(directory: string): Promise<Objects> {
  try {
    return await openFileObjects({ path: directory });
  } catch (cause) {
    const reason = `VOLANT_OFFSITE_URL: the directory ${directory} cannot be used.`;
    throw Object.assign(new OperatorError(reason), { cause });
  }
}

/** The same settings have other names here than for the pictures of a product on real servers. */
function sentenceOf(error: unknown): string {
  if (error instanceof SettingError) {
    const name = error.setting.replace('VOLANT_S3_', 'VOLANT_OFFSITE_').replace('OFFSITE_BUCKET', 'OFFSITE_URL');
    return error.message.replace(error.setting, name);
  }
  const message = error instanceof Error ? error.message : String(error);
  return message.replace('VOLANT_S3_URL', 'VOLANT_OFFSITE_URL');
}
