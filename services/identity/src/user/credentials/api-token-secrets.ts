import { createHmac, hkdfSync } from 'node:crypto';
import { API_TOKEN_PREFIX } from '@volant/infra/auth/api-token';

const SECRET_BYTES = 32;

/** @param secret the same in every process of the service */
export function createApiTokenSecrets(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'volant api tokens', SECRET_BYTES));
  return {
    /**
     * Derived from the command that adds the token, as links are, so that a retry of the request shows the same token
     * although only its hash is stored. Without the key it looks like 32 random bytes.
     */
    secretOf: (commandId: string) => API_TOKEN_PREFIX + createHmac('sha256', key).update(commandId).digest('base64url'),
  };
}
