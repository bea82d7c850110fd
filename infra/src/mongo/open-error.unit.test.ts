import { describe, expect, it } from 'vitest';
import { openError } from './open-error.ts';

const URL = 'mongodb://volant:secret-word@db.example.org:27017/?replicaSet=rs0';

/** An error as thrown by the driver, with the reason attached to one of the servers. */
function wrapped(reason: object): Error {
  const servers = new Map([['db.example.org:27017', { error: Object.assign(new Error('x'), { cause: reason }) }]]);
  return Object.assign(new Error('selection timed out'), { reason: { servers } });
}

describe('the error of a MongoDB that cannot be opened', () => {
  it.each([
    ['VOLANT_MONGODB_URL', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }],
    ['VOLANT_MONGODB_URL', { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }],
    ['VOLANT_MONGODB_TLS_CA_FILE', { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }],
    ['VOLANT_MONGODB_TLS_CA_FILE', { code: 'ERR_OSSL_PEM_NO_START_LINE' }],
    ['VOLANT_MONGODB_PASSWORD', { code: 8000 }],
    ['VOLANT_MONGODB_USERNAME', { code: 13 }],
  ])('names the setting %s for %o', (setting, reason) => {
    expect(openError(wrapped(reason), URL, 'volant_pages')).toMatchObject({ name: 'SettingError', setting });
  });

  it('is an outage otherwise, and reveals no secret', () => {
    const error = openError(wrapped({ code: 'ENOTFOUND' }), URL, 'volant_pages');
    expect(error).toMatchObject({ name: 'ServerUnreachable', server: 'MongoDB' });
    expect(error.message).toBe(
      'MongoDB: mongodb://db.example.org:27017/ does not answer (VOLANT_MONGODB_URL): ENOTFOUND.',
    );
  });
});
