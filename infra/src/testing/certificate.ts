import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface TestCertificate {
  readonly files: { readonly certificate: string; readonly key: string };
  /** Signed by itself: whoever is given this trusts the server. */
  readonly ca: string;
}

/** A certificate of this machine, good for a day. Needs `openssl`. */
export async function makeCertificate(folder: string): Promise<TestCertificate> {
  const files = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') };
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'],
    ...['-subj', '/CN=volant-tests', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'],
    ...['-keyout', files.key, '-out', files.certificate],
  ]);
  return { files, ca: await readFile(files.certificate, 'utf8') };
}
