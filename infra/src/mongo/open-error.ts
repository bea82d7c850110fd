import { ServerUnreachable, SettingError } from '../process/settings/server-errors.ts';

const URL_SETTING = 'VOLANT_MONGODB_URL';
const CA_SETTING = 'VOLANT_MONGODB_TLS_CA_FILE';
const PASSWORD_SETTING = 'VOLANT_MONGODB_PASSWORD';
const USERNAME_SETTING = 'VOLANT_MONGODB_USERNAME';

const AUTHENTICATION_FAILED = 18;
const UNAUTHORIZED = 13;
/** Hosted servers send this instead of the two codes above. */
const HOSTED_REFUSAL = 8000;

/** Codes of OpenSSL and Node for an untrusted certificate or an unreadable trust file. */
const CERTIFICATE_CODES: ReadonlySet<string> = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'INVALID_CA',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
const PARSE_ERRORS: ReadonlySet<string> = new Set([
  'MongoParseError',
  'MongoAPIError',
  'MongoInvalidArgumentError',
  'MongoMissingCredentialsError',
]);

/** Translates the failure of a first connection for the operator. Contains addresses, never secrets. */
export function openError(error: unknown, url: string, database: string): SettingError | ServerUnreachable {
  const causes = causesOf(error);
  const options = { cause: error };
  const codes = new Set(causes.map((cause) => read(cause, 'code')));

  if (codes.has('ERR_TLS_CERT_ALTNAME_INVALID')) {
    return new SettingError(URL_SETTING, 'the certificate of the server is for another host name', options);
  }
  const untrusted = [...codes].find((code) => typeof code === 'string' && CERTIFICATE_CODES.has(code));
  if (untrusted !== undefined) {
    return new SettingError(CA_SETTING, `the certificate of the server is not to be trusted (${untrusted})`, options);
  }
  if ([...codes].some((code) => typeof code === 'string' && /^ERR_OSSL_(PEM|ASN1|X509)/.test(code))) {
    return new SettingError(CA_SETTING, 'the file holds no certificate that can be read', options);
  }
  if ([...codes].some((code) => typeof code === 'string' && /^(ERR_SSL_|EPROTO$)/.test(code))) {
    return new SettingError(URL_SETTING, 'the server does not speak TLS as it is asked to', options);
  }
  if (codes.has(AUTHENTICATION_FAILED) || codes.has(HOSTED_REFUSAL)) {
    return new SettingError(PASSWORD_SETTING, 'the server refuses this user name with this password', options);
  }
  if (codes.has(UNAUTHORIZED)) {
    return new SettingError(USERNAME_SETTING, `the user may not read and write the database ${database}`, options);
  }
  if (causes.some((cause) => PARSE_ERRORS.has(String(read(cause, 'name'))))) {
    return new SettingError(URL_SETTING, 'it is no address of a MongoDB server, such as mongodb://host:27017', options);
  }
  const sentence = `${withoutSecrets(url)} does not answer (${URL_SETTING}): ${reasonOf(causes)}.`;
  return new ServerUnreachable('MongoDB', sentence, options);
}

/** The error and all its causes: the driver wraps the reason twice, and stores it per server. */
function causesOf(error: unknown): readonly unknown[] {
  const found = new Set<unknown>();
  function visit(value: unknown): void {
    if (typeof value !== 'object' || value === null || found.has(value)) return;
    found.add(value);
    for (const key of ['cause', 'reason', 'error']) visit(read(value, key));
    const servers = read(value, 'servers');
    if (servers instanceof Map) for (const server of servers.values()) visit(server);
  }
  visit(error);
  return [...found];
}

function reasonOf(causes: readonly unknown[]): string {
  const codes = causes.map((cause) => read(cause, 'code')).filter((code) => typeof code === 'string');
  return codes.at(-1) ?? 'no server takes writes';
}

function read(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

function withoutSecrets(url: string): string {
  const [address = ''] = url.split('?', 1);
  return address.replace(/\/\/[^@/]*@/, '//');
}
