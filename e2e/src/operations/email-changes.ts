import { someAddress } from '../api.ts';
import { type Operations, password } from './operation.ts';

export const EMAIL_CHANGES: Operations = {
  confirmEmailChange: {
    who: 'anyone',
    rest: {
      call: async ({ emailChangeTokens }) => ({ body: { token: (await emailChangeTokens()).confirm } }),
      refusals: {
        EMAIL_CHANGE_INVALID: () => ({ body: { token: 'x' } }),
        EMAIL_CHANGE_USED: async ({ api, emailChangeTokens }) => {
          const { confirm: token } = await emailChangeTokens();
          await api('POST', '/api/auth/confirm-email-change', { token });
          return { body: { token } };
        },
        EMAIL_TAKEN: async ({ api, world, emailChangeTokens }) => {
          const { confirm: token, email } = await emailChangeTokens();
          await api('POST', '/api/auth/signup', { email, username: world.fresh(), password });
          return { body: { token } };
        },
        TOO_MANY_REQUESTS: () => ({ body: { token: 'x' }, address: someAddress() }),
      },
    },
    graph: {
      field: 'Mutation.confirmEmailChange',
      variables: async ({ emailChangeTokens }) => ({ input: { token: (await emailChangeTokens()).confirm } }),
    },
    instead: { code: 'EMAIL_CHANGE_INVALID', variables: { input: { token: 'x' } } },
  },
  cancelEmailChange: {
    who: 'anyone',
    rest: {
      call: async ({ emailChangeTokens }) => ({ body: { token: (await emailChangeTokens()).cancel } }),
      refusals: {
        UNAUTHENTICATED: () => ({ body: {} }),
        EMAIL_CHANGE_INVALID: () => ({ body: { token: 'x' } }),
        EMAIL_CHANGE_USED: async ({ api, emailChangeTokens }) => {
          const { confirm: token, cancel } = await emailChangeTokens();
          await api('POST', '/api/auth/confirm-email-change', { token });
          return { body: { token: cancel } };
        },
        TOO_MANY_REQUESTS: () => ({ body: { token: 'x' }, address: someAddress() }),
      },
    },
    graph: {
      field: 'Mutation.cancelEmailChange',
      variables: async ({ emailChangeTokens }) => ({ input: { token: (await emailChangeTokens()).cancel } }),
    },
    instead: { code: 'EMAIL_CHANGE_INVALID', variables: { input: { token: 'x' } } },
  },
  undoEmailChange: {
    who: 'anyone',
    rest: {
      call: async ({ emailUndoToken }) => ({ body: { token: await emailUndoToken() } }),
      refusals: {
        EMAIL_UNDO_INVALID: () => ({ body: { token: 'x' } }),
        EMAIL_UNDO_USED: async ({ api, emailUndoToken }) => {
          const token = await emailUndoToken();
          await api('POST', '/api/auth/undo-email-change', { token });
          return { body: { token } };
        },
        TOO_MANY_REQUESTS: () => ({ body: { token: 'x' }, address: someAddress() }),
      },
    },
    graph: {
      field: 'Mutation.undoEmailChange',
      variables: async ({ emailUndoToken }) => ({ input: { token: await emailUndoToken() } }),
    },
    instead: { code: 'EMAIL_UNDO_INVALID', variables: { input: { token: 'x' } } },
  },
  unsubscribe: {
    who: 'anyone',
    rest: {
      call: async ({ unsubscribeToken }) => ({ path: `/api/letters/unsubscribe?token=${await unsubscribeToken()}` }),
      refusals: { UNSUBSCRIBE_INVALID: () => ({ path: '/api/letters/unsubscribe?token=x' }) },
    },
    graph: {
      field: 'Mutation.unsubscribe',
      variables: async ({ unsubscribeToken }) => ({ input: { token: await unsubscribeToken() } }),
    },
    instead: { code: 'UNSUBSCRIBE_INVALID', variables: { input: { token: 'x' } } },
  },
  openUnsubscribe: {
    who: 'anyone',
    rest: { call: () => ({ path: '/api/letters/unsubscribe?token=x' }) },
    graph: 'It leads to a screen.',
  },
};
