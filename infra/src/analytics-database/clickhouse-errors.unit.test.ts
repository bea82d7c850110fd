import { ClickHouseError } from '@clickhouse/client';
import { expect, it } from 'vitest';
import { openingError } from './clickhouse-errors.ts';

const withCode = (code: string) => Object.assign(new Error('text of the library'), { code });
const fromServer = (code: string) => new ClickHouseError({ message: 'first line\nstack', code, type: 'TYPE' });

it.each([
  [fromServer('516'), 'VOLANT_CLICKHOUSE_PASSWORD'],
  [fromServer('497'), 'VOLANT_CLICKHOUSE_USERNAME'],
  [fromServer('62'), 'VOLANT_CLICKHOUSE_URL'],
  [withCode('DEPTH_ZERO_SELF_SIGNED_CERT'), 'VOLANT_CLICKHOUSE_TLS_CA_FILE'],
  [withCode('ERR_TLS_CERT_ALTNAME_INVALID'), 'VOLANT_CLICKHOUSE_URL'],
  [new Error('outer', { cause: withCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE') }), 'VOLANT_CLICKHOUSE_TLS_CA_FILE'],
  [withCode('ERR_SSL_WRONG_VERSION_NUMBER'), 'VOLANT_CLICKHOUSE_URL'],
])('names the setting to change: %s', (error, setting) => {
  expect(openingError(error, 'https://ch:8443', 'volant')).toMatchObject({
    name: 'SettingError',
    setting,
    message: expect.not.stringContaining('\n'),
  });
});

it.each([
  [withCode('ECONNREFUSED'), 'ECONNREFUSED'],
  [new AggregateError([withCode('ECONNREFUSED'), withCode('EHOSTUNREACH')]), 'ECONNREFUSED'],
  [fromServer('202'), 'first line'],
  [new Error('Timeout error.'), 'Timeout error.'],
])('waits for a server that may answer later: %s', (error, reason) => {
  expect(openingError(error, 'https://ch:8443', 'volant')).toMatchObject({
    name: 'ServerUnreachable',
    message: `ClickHouse: https://ch:8443 does not answer (VOLANT_CLICKHOUSE_URL): ${reason}.`,
  });
});
