import { expect, test } from 'vitest';
import { refuseUnknown } from './unknown-names.ts';

const refuse = refuseUnknown(['PORT', 'VOLANT_REDIS_URL']);

test('refuses a name that no process reads, with the nearest one', () => {
  expect(refuse({ VOLANT_TRUSTED_PROXY: '10.0.0.1', VOLANT_REDIS_URI: 'redis://redis' })).toEqual([
    'VOLANT_TRUSTED_PROXY: no setting has this name; did you mean VOLANT_TRUSTED_PROXIES?',
    'VOLANT_REDIS_URI: no setting has this name; did you mean VOLANT_REDIS_URL?',
  ]);
  expect(refuse({ VOLANT_X: '1' })).toEqual([expect.stringMatching(/^VOLANT_X: no setting has this name/)]);
});

test('accepts settings of other processes, of tests, and what Kubernetes says of services', () => {
  const given = {
    VOLANT_SPOOL_DIR: '/spool',
    VOLANT_TEST_PATIENCE: '5',
    VOLANT_GATEWAY_SERVICE_HOST: '10.0.0.1',
    VOLANT_GATEWAY_SERVICE_PORT_HTTP: '3000',
    VOLANT_GATEWAY_PORT: 'tcp://10.0.0.1:3000',
    VOLANT_GATEWAY_PORT_3000_TCP_ADDR: '10.0.0.1',
    ANYTHING: 'else',
  };
  expect(refuse(given)).toEqual([]);
});
