import type { Operation, Operations, RestCall } from './operation.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Calls of a product without an issuer; with one they are tested in identity. */
function withoutIssuer(field: `Mutation.${string}`, made: RestCall, variables: object): Operation {
  return {
    who: 'anyone',
    rest: { call: () => made, refusals: { ISSUER_OFF: () => made } },
    graph: { field, variables: () => variables },
    instead: { code: 'ISSUER_OFF', variables },
    off: 'They have no server in which the team signs in.',
  };
}

const answer = { flow: 'x', answer: '?code=x&state=x' };

export const OPENID: Operations = {
  startOpenId: withoutIssuer('Mutation.startOpenId', {}, {}),
  finishOpenId: withoutIssuer('Mutation.finishOpenId', { body: answer }, { input: answer }),
  endOpenIdSessions: withoutIssuer(
    'Mutation.endOpenIdSessions',
    { body: 'logout_token=x', headers: FORM },
    { logoutToken: 'x' },
  ),
};
