import { PIXEL, someAddress } from '../api.ts';
import {
  changeOften,
  form,
  type Operations,
  password,
  someTokenAfterChanges,
  tokenAfterChanges,
  unknownPicture,
  uploads,
} from './operation.ts';
import { passkeyAnswer } from './passkeys.ts';
import { enableSecondFactor, secondFactorAnswer, tokenWithSecondFactor, totpConfirmation } from './second-factor.ts';

const wrongPassword = { currentPassword: 'not the password', newPassword: password };

/** Of the person whose set-up the variables of `confirmTotp` were last made for. */
let confirmingToken = '';

export const ACCOUNTS: Operations = {
  signUp: {
    who: 'anyone',
    rest: {
      call: ({ world }) => {
        const name = world.fresh();
        return { body: { email: `${name}@example.com`, username: name, password } };
      },
      refusals: {
        FIELDS_REQUIRED: () => ({ body: { email: '', username: 'x', password } }),
        EMAIL_INVALID: ({ world }) => ({ body: { email: 'no-address', username: world.fresh(), password } }),
        USERNAME_INVALID: ({ world }) => ({ body: { email: `${world.fresh()}@example.com`, username: 'x', password } }),
        PASSWORD_LENGTH: ({ world }) => ({
          body: { email: `${world.fresh()}@example.com`, username: world.fresh(), password: 'short' },
        }),
        EMAIL_TAKEN: ({ world, people }) => ({
          body: { email: people.owner.email, username: world.fresh(), password },
        }),
        USERNAME_TAKEN: ({ world, people }) => ({
          body: { email: `${world.fresh()}@example.com`, username: people.owner.username, password },
        }),
        FIRST_LINK_INVALID: ({ world }) => {
          const name = world.fresh();
          return { body: { email: `${name}@example.com`, username: name, password, firstLink: 'made up' } };
        },
        TOO_MANY_REQUESTS: ({ people }) => ({
          body: { email: people.owner.email, username: people.owner.username, password },
          address: someAddress(),
        }),
      },
    },
    graph: {
      field: 'Mutation.signUp',
      variables: ({ world }) => {
        const name = world.fresh();
        return { input: { email: `${name}@example.com`, username: name, password } };
      },
    },
  },
  logIn: {
    who: 'anyone',
    rest: {
      call: async ({ world }) => {
        const { email, password: known } = await world.driver();
        return { body: { email, password: known, remember: true } };
      },
      refusals: {
        FIELDS_REQUIRED: () => ({ body: { email: '', password } }),
        SECOND_FACTOR_REQUIRED: async (there) => {
          const driver = await there.provedDriver();
          await enableSecondFactor(there, driver.token);
          return { body: { email: driver.email, password: driver.password } };
        },
        INVALID_CREDENTIALS: () => ({ body: { email: 'unknown@example.com', password } }),
        TOO_MANY_REQUESTS: ({ world }) => ({
          body: { email: `${world.fresh()}@example.com`, password },
          address: someAddress(),
        }),
      },
    },
    graph: {
      field: 'Mutation.logIn',
      variables: async ({ world }) => {
        const { email, password: known } = await world.driver();
        return { input: { email, password: known, remember: true } };
      },
    },
  },
  answerSecondFactor: {
    who: 'anyone',
    rest: {
      call: async (there) => ({ body: await secondFactorAnswer(there) }),
      refusals: {
        FIELDS_REQUIRED: () => ({ body: { challenge: 'x', code: '' } }),
        SECOND_FACTOR_WRONG: async (there) => ({ body: { ...(await secondFactorAnswer(there)), code: '123' } }),
        SECOND_FACTOR_EXPIRED: () => ({ body: { challenge: 'x', code: '123456' } }),
        PASSKEY_WRONG: async (there) => ({ body: { ...(await passkeyAnswer(there, 2)), passkey: '{}' } }),
        PASSKEY_COPIED: async (there) => ({ body: await passkeyAnswer(there, 1) }),
        TOO_MANY_REQUESTS: async (there) => ({
          body: { ...(await secondFactorAnswer(there)), code: '123' },
        }),
      },
    },
    graph: {
      field: 'Mutation.answerSecondFactor',
      variables: async (there) => ({ input: await secondFactorAnswer(there) }),
    },
    instead: { code: 'SECOND_FACTOR_EXPIRED', variables: { input: { challenge: 'x', code: '123456' } } },
  },
  startTotp: {
    who: 'signed-in',
    graph: {
      field: 'Mutation.startTotp',
      variables: () => ({ password }),
      token: async (there) => (await there.provedDriver()).token,
    },
    instead: { code: 'WRONG_PASSWORD', variables: { password: 'not the password' } },
  },
  confirmTotp: {
    who: 'signed-in',
    graph: {
      field: 'Mutation.confirmTotp',
      variables: async (there) => {
        const { token, body } = await totpConfirmation(there, (await there.provedDriver()).token);
        confirmingToken = token;
        return { input: body };
      },
      token: async () => confirmingToken,
    },
    instead: { code: 'SECOND_FACTOR_EXPIRED', variables: { input: { setup: 'x', code: '123456' } } },
  },
  renewRecoveryCodes: {
    who: 'signed-in',
    graph: {
      field: 'Mutation.renewRecoveryCodes',
      token: tokenWithSecondFactor,
      variables: () => ({ password }),
    },
    instead: { code: 'WRONG_PASSWORD', variables: { password: 'not the password' } },
  },
  switchSecondFactorOff: {
    who: 'signed-in',
    graph: {
      field: 'Mutation.switchSecondFactorOff',
      token: tokenWithSecondFactor,
      variables: () => ({ password }),
    },
    instead: { code: 'WRONG_PASSWORD', variables: { password: 'not the password' } },
  },
  logOut: {
    who: 'anyone',
    rest: { call: async ({ world }) => ({ token: (await world.driver()).token }) },
    graph: { field: 'Mutation.logOut', token: async ({ world }) => (await world.driver()).token },
    endsSession: true,
  },
  requestPasswordReset: {
    who: 'anyone',
    rest: {
      call: async ({ world }) => ({ body: { email: (await world.driver()).email } }),
      refusals: {
        FIELDS_REQUIRED: () => ({ body: { email: ' ' } }),
        EMAIL_INVALID: () => ({ body: { email: 'no-address' } }),
        EMAIL_NOT_FOUND: ({ world }) => ({ body: { email: `${world.fresh()}@example.com` } }),
        TOO_MANY_REQUESTS: ({ world }) => ({
          body: { email: `${world.fresh()}@example.com` },
          address: someAddress(),
        }),
      },
    },
    graph: {
      field: 'Mutation.requestPasswordReset',
      variables: async ({ world }) => ({ input: { email: (await world.driver()).email } }),
    },
  },
  resetPassword: {
    who: 'anyone',
    rest: {
      call: async ({ world, resetToken }) => ({
        body: { token: await resetToken((await world.driver()).email), newPassword: password },
      }),
      refusals: {
        FIELDS_REQUIRED: () => ({ body: { token: 'x', newPassword: '' } }),
        PASSWORD_LENGTH: () => ({ body: { token: 'x', newPassword: 'short' } }),
        RESET_TOKEN_INVALID: () => ({ body: { token: 'x', newPassword: password } }),
        IDEMPOTENCY_KEY_REUSED: async ({ api, world, resetToken }) => {
          const token = await resetToken((await world.driver()).email);
          const headers = { 'idempotency-key': world.fresh() };
          await api('POST', '/api/auth/reset-password', { token, newPassword: password }, undefined, headers);
          return { body: { token, newPassword: `${password} indeed` }, headers };
        },
        TOO_MANY_REQUESTS: () => ({
          body: { token: 'x', newPassword: password },
          address: someAddress(),
        }),
      },
    },
    graph: {
      field: 'Mutation.resetPassword',
      variables: async ({ world, resetToken }) => ({
        input: { token: await resetToken((await world.driver()).email), newPassword: password },
      }),
    },
    instead: { code: 'RESET_TOKEN_INVALID', variables: { input: { token: 'x', newPassword: password } } },
  },
  readMe: { who: 'signed-in', rest: { call: () => ({}) }, graph: { field: 'Query.me' } },
  updateProfile: {
    who: 'signed-in',
    rest: {
      call: () => ({ body: { phone: '+33 6 39 98 00 00' } }),
      refusals: {
        FIELDS_REQUIRED: () => ({ body: { username: '' } }),
        EMAIL_INVALID: () => ({ body: { email: 'no-address' } }),
        EMAIL_TAKEN: ({ people }) => ({ body: { email: people.other.email } }),
        USERNAME_INVALID: () => ({ body: { username: 'x' } }),
        USERNAME_TAKEN: ({ people }) => ({ body: { username: people.other.username } }),
        PHONE_INVALID: () => ({ body: { phone: '12' } }),
        AVATAR_NOT_FOUND: () => ({ body: { avatar: unknownPicture } }),
        TOO_MANY_REQUESTS: async ({ api, world }) => {
          const token = (await world.driver()).token;
          const body = () => ({ email: `${world.fresh()}@example.com` });
          await changeOften(5, () => api('PATCH', '/api/user/profile', body(), token));
          return { token, body: body() };
        },
        TOO_MANY_CHANGES: async (there) => ({
          token: await someTokenAfterChanges(there),
          body: { phone: '+33 6 39 98 01 00' },
        }),
      },
    },
    graph: {
      field: 'Mutation.updateProfile',
      variables: () => ({ input: { phone: '+33 6 39 98 00 00' } }),
    },
  },
  changePassword: {
    who: 'signed-in',
    rest: {
      call: async ({ world }) => {
        const driver = await world.driver();
        const body = { currentPassword: driver.password, newPassword: `${driver.password} indeed` };
        return { token: driver.token, body };
      },
      refusals: {
        FIELDS_REQUIRED: () => ({ body: { currentPassword: '', newPassword: password } }),
        PASSWORD_LENGTH: () => ({ body: { currentPassword: password, newPassword: 'short' } }),
        WRONG_PASSWORD: ({ world }) => ({ body: { currentPassword: world.fresh(), newPassword: password } }),
        IDEMPOTENCY_KEY_REUSED: async ({ api, world }) => {
          const driver = await world.driver();
          const { token } = driver;
          const headers = { 'idempotency-key': world.fresh() };
          const body = { currentPassword: driver.password, newPassword: `${driver.password} indeed` };
          await api('POST', '/api/user/change-password', body, token, headers);
          return { token, headers, body: { ...body, newPassword: `${driver.password} again` } };
        },
        TOO_MANY_REQUESTS: async ({ world }) => ({
          token: (await world.driver()).token,
          body: { currentPassword: 'not the password', newPassword: password },
        }),
        TOO_MANY_CHANGES: async (there) => {
          const driver = await there.world.driver();
          const token = await tokenAfterChanges(there, driver);
          return { token, body: { currentPassword: driver.password, newPassword: `${driver.password} indeed` } };
        },
      },
    },
    graph: {
      field: 'Mutation.changePassword',
      token: async ({ world }) => (await world.driver()).token,
      variables: () => ({ input: { currentPassword: password, newPassword: `${password} indeed` } }),
    },
    instead: { code: 'WRONG_PASSWORD', variables: { input: wrongPassword } },
  },
  uploadAvatar: {
    who: 'signed-in',
    rest: uploads('/api/user/upload-avatar', {
      TOO_MANY_CHANGES: async (there) => ({
        token: await someTokenAfterChanges(there),
        form: form('image', PIXEL),
      }),
    }),
    graph: { field: 'Mutation.uploadAvatar', picture: true },
    repeatable: 'by others',
  },
  deleteMyAccount: {
    who: 'signed-in',
    graph: { field: 'Mutation.deleteMyAccount' },
    instead: { code: 'WRONG_PASSWORD', variables: { password: 'not the password' } },
  },
};
