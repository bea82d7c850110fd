import { createAuthenticator } from '../services/identity/src/testing/authenticator.ts';

/** An authenticator for tests that reach the product only over HTTP, on the site that offers to make a passkey. */
export function authenticatorFor(options: string, port: string) {
  const { id } = JSON.parse(options).rp;
  return createAuthenticator(id === 'localhost' ? `http://localhost:${port}` : `https://${id}`);
}
