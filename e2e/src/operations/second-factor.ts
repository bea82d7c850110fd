import { Secret, TOTP } from 'otpauth';
import { call } from '../api.ts';
import type { Peopled } from '../world.ts';
import { password } from './operation.ts';

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
export async function totpConfirmation({ graph }: Pick<Peopled, 'graph'>, token: string): Promise<Confirmation> {
  const start = 'mutation($password: String!) { startTotp(password: $password) { setup secret } }';
  const { setup, secret } = (await graph(start, { password }, token)).startTotp;
  return { token, body: { setup, code: shownCode(secret) } };
}

/** Turns it on, and returns the recovery codes: they do not depend on the clock. */
export async function enableSecondFactor(there: Pick<Peopled, 'graph'>, token: string): Promise<readonly string[]> {
  const { body: input } = await totpConfirmation(there, token);
  const confirm = 'mutation($input: TotpInput!) { confirmTotp(input: $input) { codes } }';
  return (await there.graph(confirm, { input }, token)).confirmTotp.codes;
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
