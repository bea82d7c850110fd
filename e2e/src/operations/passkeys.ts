import { authenticatorFor } from '../../../scripts/authenticator.ts';
import { call } from '../api.ts';
import type { Peopled } from '../world.ts';
import { CHANGES, changeOften, type Operations, password, tokenAfterChanges } from './operation.ts';
import { enableSecondFactor, tooManyGuesses } from './second-factor.ts';

const MOST = 10;
const phone = (time: number) => ({ phone: `+336399801${String(time).padStart(2, '0')}` });

/** A made passkey of the token's person, not added yet, and its authenticator. */
async function made({ api, origin }: Peopled, token: string, counter = 0) {
  const { options } = await api('POST', '/api/user/passkeys/start', { password }, token);
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
  await there.api('POST', '/api/user/passkeys', body, token);
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
    rest: {
      // Of a new person, because wrong passwords count.
      call: async (there) => ({ token: await someToken(there), body: { password } }),
      refusals: {
        FIELDS_REQUIRED: () => ({ body: { password: '' } }),
        WRONG_PASSWORD: async (there) => ({ token: await someToken(there), body: { password: there.world.fresh() } }),
        EMAIL_UNPROVED: async ({ world }) => ({ token: (await world.driver()).token, body: { password } }),
        TOO_MANY_PASSKEYS: async (there) => {
          const token = await someToken(there);
          for (let time = 0; time < MOST; time += 1) await add(there, token);
          return { token, body: { password } };
        },
        TOO_MANY_REQUESTS: tooManyGuesses,
      },
    },
    graph: {
      field: 'Mutation.startPasskey',
      variables: () => ({ password }),
      token: async (there) => (await there.provedDriver()).token,
    },
    instead: { code: 'FIELDS_REQUIRED', variables: { password: '' } },
  },
  addPasskey: {
    who: 'signed-in',
    rest: {
      call: someMade,
      refusals: {
        FIELDS_REQUIRED: () => ({ body: { name: 'Phone', credential: '' } }),
        PASSKEY_NAME: () => ({ body: { name: 'x'.repeat(51), credential: '{}' } }),
        PASSKEY_WRONG: () => ({ body: { name: 'Phone', credential: '{}' } }),
        SECOND_FACTOR_EXPIRED: async (there) => ({ body: (await someMade(there)).body }),
        TOO_MANY_CHANGES: async (there) => {
          const token = await tokenAfterChanges(there, await there.provedDriver());
          return { token, body: (await made(there, token)).body };
        },
      },
    },
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
    rest: {
      call: removal,
      refusals: {
        FIELDS_REQUIRED: () => ({ body: { id: 'x', password: '' } }),
        WRONG_PASSWORD: async (there) => ({
          token: await someToken(there),
          body: { id: 'x', password: there.world.fresh() },
        }),
        PASSKEY_NOT_FOUND: async (there) => ({ token: await someToken(there), body: { id: 'x', password } }),
        TOO_MANY_REQUESTS: async (there) => ({
          token: await someToken(there),
          body: { id: 'x', password: 'not the password' },
        }),
        TOO_MANY_CHANGES: async (there) => {
          const asked = await removal(there);
          // Two changes have been made before.
          await changeOften(CHANGES.account - 2, (time) =>
            there.api('PATCH', '/api/user/profile', phone(time), asked.token),
          );
          return asked;
        },
      },
    },
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
