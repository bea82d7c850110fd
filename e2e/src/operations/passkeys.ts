import { authenticatorFor } from '../../../scripts/authenticator.ts';
import { call } from '../api.ts';
import type { Peopled } from '../world.ts';
import { type Operations, password } from './operation.ts';
import { enableSecondFactor } from './second-factor.ts';

/** A made passkey of the token's person, not added yet, and its authenticator. */
async function made({ graph, origin }: Peopled, token: string, counter = 0) {
  const start = 'mutation($password: String!) { startPasskey(password: $password) { options } }';
  const { options } = (await graph(start, { password }, token)).startPasskey;
  const authenticator = authenticatorFor(options, new URL(origin).port);
  return { authenticator, body: { name: 'Phone', credential: authenticator.create(options, counter) } };
}

const someToken = async ({ provedDriver }: Peopled) => (await provedDriver()).token;

async function someMade(there: Peopled) {
  const token = await someToken(there);
  return { token, body: (await made(there, token)).body };
}

async function add(there: Peopled, token: string, counter = 0) {
  const { authenticator, body } = await made(there, token, counter);
  const add = 'mutation($input: PasskeyInput!) { addPasskey(input: $input) { codes } }';
  await there.graph(add, { input: body }, token);
  return authenticator;
}

/** A person with an app and a passkey, and its removal. */
async function removal(there: Peopled) {
  const token = await someToken(there);
  await enableSecondFactor(there, token);
  await add(there, token);
  const { user } = await there.api('GET', '/api/auth/me', undefined, token);
  return { token, body: { id: user.secondFactor.passkeys[0].id as string, password } };
}

/** An answer to the challenge of a log-in by a passkey that has signed before. */
export async function passkeyAnswer(there: Peopled, counter: number) {
  const driver = await there.provedDriver();
  const authenticator = await add(there, driver.token, 1);
  const credentials = { email: driver.email, password: driver.password };
  const { body } = await call(there.origin, 'POST', '/api/auth/login', credentials);
  return { challenge: body.challenge as string, passkey: authenticator.sign(body.passkey, { counter }) };
}

/** Session token of the person who sends the call of `addPasskey` or `removePasskey` that was prepared last. */
let latestToken = '';

export const PASSKEYS: Operations = {
  startPasskey: {
    who: 'signed-in',
    graph: {
      field: 'Mutation.startPasskey',
      variables: () => ({ password }),
      token: async (there) => (await there.provedDriver()).token,
    },
    instead: { code: 'FIELDS_REQUIRED', variables: { password: '' } },
  },
  addPasskey: {
    who: 'signed-in',
    graph: {
      field: 'Mutation.addPasskey',
      variables: async (there) => {
        const { token, body } = await someMade(there);
        latestToken = token;
        return { input: body };
      },
      token: async () => latestToken,
    },
    instead: { code: 'PASSKEY_WRONG', variables: { input: { name: 'Phone', credential: '{}' } } },
  },
  removePasskey: {
    who: 'signed-in',
    graph: {
      field: 'Mutation.removePasskey',
      variables: async (there) => {
        const { token, body } = await removal(there);
        latestToken = token;
        return { input: body };
      },
      token: async () => latestToken,
    },
    instead: { code: 'FIELDS_REQUIRED', variables: { input: { id: 'x', password: '' } } },
  },
};
