import { Secret, TOTP } from 'otpauth';
import { call } from '../api.ts';
import type { Peopled } from '../world.ts';
import { password, type RestCall } from './operation.ts';

const STEP_MS = 30_000;

/** What an authenticator app shows: this code, or the one `steps` later. */
export function shownCode(secret: string, steps = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * STEP_MS });
}

interface Confirmation {
  readonly token: string;
  readonly body: { readonly setup: string; readonly code: string };
}

/** The call that turns on the second factor of the token's person. */
export async function totpConfirmation({ api }: Pick<Peopled, 'api'>, token: string): Promise<Confirmation> {
  const { setup, secret } = await api('POST', '/api/user/second-factor/start', { password }, token);
  return { token, body: { setup, code: shownCode(secret) } };
}

/** Turns it on, and returns the recovery codes: they do not depend on the clock. */
export async function enableSecondFactor(there: Pick<Peopled, 'api'>, token: string): Promise<readonly string[]> {
  const { body } = await totpConfirmation(there, token);
  return (await there.api('POST', '/api/user/second-factor/confirm', body, token)).recoveryCodes;
}

export async function tokenWithSecondFactor(there: Peopled): Promise<string> {
  const { token } = await there.provedDriver();
  await enableSecondFactor(there, token);
  return token;
}

/** A right answer to the challenge of a log-in. */
export async function secondFactorAnswer(there: Peopled) {
  const driver = await there.provedDriver();
  const [code] = await enableSecondFactor(there, driver.token);
  const credentials = { email: driver.email, password: driver.password };
  const { body } = await call(there.origin, 'POST', '/api/auth/login', credentials);
  return { challenge: body.challenge as string, code };
}

/** A call with a wrong password, by somebody who has guessed none yet. */
export async function tooManyGuesses({ world }: Peopled): Promise<RestCall> {
  return { token: (await world.driver()).token, body: { password: 'not the password' } };
}
