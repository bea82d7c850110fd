import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface TestCertificate {
  /** Files with the server's certificate and key. */
  readonly files: { readonly certificate: string; readonly key: string };
  /** Certificate of the private authority that signed it; clients with it trust the server. */
  readonly ca: string;
}

const HERE = ['IP:127.0.0.1', 'DNS:localhost'];
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/**
 * Creates a certificate for this machine, valid for a day and signed by its own authority. Requires `openssl`.
 * @param names subject alternative names, as OpenSSL writes them
 */
export async function makeCertificate(folder: string, names = HERE): Promise<TestCertificate> {
  const file = (name: string) => join(folder, name);
  const files = { certificate: file('certificate.pem'), key: file('key.pem') };
  const authority = { certificate: file('authority.pem'), key: file('authority.key') };
  const openssl = (...args: string[]) => promisify(execFile)('openssl', args);
  await openssl(
    ...['req', '-x509', ...NEW_KEY, '-days', '1', '-subj', '/CN=volant-tests-authority'],
    ...['-keyout', authority.key, '-out', authority.certificate],
  );
  await openssl('req', '-new', ...NEW_KEY, '-subj', '/CN=volant-tests', '-keyout', files.key, '-out', file('request'));
  await writeFile(file('extensions'), `subjectAltName=${names.join(',')}\n`);
  await openssl(
    ...['x509', '-req', '-days', '1', '-in', file('request'), '-extfile', file('extensions')],
    ...['-CA', authority.certificate, '-CAkey', authority.key, '-CAcreateserial', '-out', files.certificate],
  );
  return { files, ca: await readFile(authority.certificate, 'utf8') };
}
