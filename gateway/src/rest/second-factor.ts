import { text } from '@volant/infra/text/outside-text';
import { z } from 'zod';
import { fixedOperation } from '../supergraph/graph.ts';
import { LoggedIn, signedIn } from './auth.ts';
import { requiredText } from './inputs.ts';
import { type RestRegistrar, routesWith } from './route.ts';

const answerSecondFactor = fixedOperation(`mutation RestAnswerSecondFactor($input: SecondFactorInput!) {
  answerSecondFactor(input: $input) { token device }
}`);

const AnswerBody = z.strictObject({
  challenge: requiredText(),
  code: text().optional(),
  passkey: text().optional().meta({ description: 'Instead of a code: the credential, as JSON.' }),
});

/** The answer to a log-in that needs more than the password. Factors are set up in the graph. */
export function registerSecondFactor(register: RestRegistrar): void {
  const route = routesWith(register, { tag: 'accounts', access: 'anyone' });
  route({
    id: 'answerSecondFactor',
    summary: 'Open the session of a log-in that was refused with SECOND_FACTOR_REQUIRED.',
    codes: [
      'FIELDS_REQUIRED',
      'SECOND_FACTOR_WRONG',
      'SECOND_FACTOR_EXPIRED',
      'PASSKEY_WRONG',
      'PASSKEY_COPIED',
      'TOO_MANY_REQUESTS',
    ],
    endpoint: 'POST /api/auth/second-factor',
    body: AnswerBody,
    answer: LoggedIn,
    async handle({ body: input, ask }) {
      const opened = await ask(answerSecondFactor, { input });
      return { ...(await signedIn(opened.token, ask)), device: opened.device ?? '' };
    },
  });
}
