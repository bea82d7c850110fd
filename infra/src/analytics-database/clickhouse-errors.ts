import { ClickHouseError } from '@clickhouse/client';
import { causesOf, textOf } from '../network/causes.ts';
import { tlsSettingError } from '../network/tls-problem.ts';
import { ServerUnreachable, SettingError } from '../process/settings/server-errors.ts';

/** AUTHENTICATION_FAILED, REQUIRED_PASSWORD, WRONG_PASSWORD, UNKNOWN_USER, NO_SUCH_USER. */
const LOGIN_CODES = new Set(['516', '194', '193', '192', '511']);
const ACCESS_DENIED = '497';
/** ClickHouse error codes that mean the server is up but cannot work yet, or not at the moment. */
const LATER_CODES = new Set(['159', '202', '209', '210', '241', '242', '279', '319', '425', '999']);

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
  const refused = tlsSettingError('CLICKHOUSE', `ClickHouse at ${address}`, error);
  if (refused !== undefined) return refused;
  // The code of a fetch or socket failure may be on its cause, or on the attempts for several addresses.
  const code = causesOf(error).flatMap((cause) => textOf(cause, 'code') ?? [])[0] ?? reason;
  const detail = error instanceof ClickHouseError ? reason : code;
  return new ServerUnreachable('ClickHouse', `${address} does not answer (VOLANT_CLICKHOUSE_URL): ${detail}.`, options);
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.slice(0, 300) ?? '';
}
