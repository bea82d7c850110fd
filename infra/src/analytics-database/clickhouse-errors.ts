import { ClickHouseError } from '@clickhouse/client';
import { ServerUnreachable, SettingError } from '../process/settings/server-errors.ts';

/** AUTHENTICATION_FAILED, REQUIRED_PASSWORD, WRONG_PASSWORD, UNKNOWN_USER, NO_SUCH_USER. */
const LOGIN_CODES = new Set(['516', '194', '193', '192', '511']);
const ACCESS_DENIED = '497';
/** ClickHouse error codes that mean the server is up but cannot work yet, or not at the moment. */
const LATER_CODES = new Set(['159', '202', '209', '210', '241', '242', '279', '319', '425', '999']);

/** Error codes of OpenSSL and Node for an untrusted certificate. */
const CERTIFICATE_CODES = /^(CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|INVALID_CA)/;
const ANOTHER_HOST_CODE = 'ERR_TLS_CERT_ALTNAME_INVALID';
/** Error codes of OpenSSL and Node if the peer does not speak TLS. */
const NOT_TLS_CODES = /^(EPROTO|ERR_SSL_)/;

/**
 * Classifies a failure to open ClickHouse: an operator has to change a setting, or the process waits for the server.
 * @param address shown to the operator; contains no secret
 */
export function openingError(error: unknown, address: string, username: string): SettingError | ServerUnreachable {
  if (error instanceof SettingError || error instanceof ServerUnreachable) return error;
  const options = { cause: error };
  const reason = error instanceof Error ? firstLine(error.message) : String(error);
  if (error instanceof ClickHouseError) {
    if (LOGIN_CODES.has(error.code)) {
      const sentence = `ClickHouse at ${address} does not accept the user “${username}” with the password given.`;
      return new SettingError('VOLANT_CLICKHOUSE_PASSWORD', sentence, options);
    }
    if (error.code === ACCESS_DENIED) {
      const sentence = `the user “${username}” lacks a right in ClickHouse at ${address}: ${reason}`;
      return new SettingError('VOLANT_CLICKHOUSE_USERNAME', sentence, options);
    }
    if (!LATER_CODES.has(error.code)) {
      return new SettingError('VOLANT_CLICKHOUSE_URL', `ClickHouse at ${address} refuses: ${reason}`, options);
    }
  }
  const code = codeOf(error);
  if (code === ANOTHER_HOST_CODE) {
    const sentence = `ClickHouse at ${address} shows a certificate for another host name.`;
    return new SettingError('VOLANT_CLICKHOUSE_URL', sentence, options);
  }
  if (CERTIFICATE_CODES.test(code)) {
    const sentence = `the certificate of ClickHouse at ${address} is not trusted (${code}).`;
    return new SettingError('VOLANT_CLICKHOUSE_TLS_CA_FILE', sentence, options);
  }
  if (NOT_TLS_CODES.test(code)) {
    return new SettingError('VOLANT_CLICKHOUSE_URL', `no TLS is spoken at ${address} (${code}).`, options);
  }
  return new ServerUnreachable(
    'ClickHouse',
    `${address} does not answer (VOLANT_CLICKHOUSE_URL): ${error instanceof ClickHouseError ? reason : code || reason}.`,
    options,
  );
}

/** The code of a fetch or socket failure may be on its cause, or on the attempts for several addresses. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return codeOf(error.cause);
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.slice(0, 300) ?? '';
}
