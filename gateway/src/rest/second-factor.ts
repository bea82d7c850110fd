import { text } from '@volant/infra/text/outside-text';
import { LONGEST_PASSKEY_NAME } from '@volant/proto/text/lengths';
import { z } from 'zod';
import { fixedOperation } from '../supergraph/graph.ts';
import { succeeded } from './answers.ts';
import { LoggedIn, signedIn } from './auth.ts';
import { fieldsOf } from './graph-shapes.ts';
import { requiredText } from './inputs.ts';
import { type RestRegistrar, routesWith } from './route.ts';

const answerSecondFactor = fixedOperation(`mutation RestAnswerSecondFactor($input: SecondFactorInput!) {
  answerSecondFactor(input: $input) { token device }
}`);
const startTotp = fixedOperation(
  'mutation RestStartTotp($password: String!) { startTotp(password: $password) { secret address setup } }',
);
const confirmTotp = fixedOperation(
  'mutation RestConfirmTotp($input: TotpInput!) { confirmTotp(input: $input) { codes } }',
);
const startPasskey = fixedOperation(
  'mutation RestStartPasskey($password: String!) { startPasskey(password: $password) { options } }',
);
const addPasskey = fixedOperation(
  'mutation RestAddPasskey($input: PasskeyInput!) { addPasskey(input: $input) { codes } }',
);
const removePasskey = fixedOperation(
  'mutation RestRemovePasskey($input: RemovePasskeyInput!) { removePasskey(input: $input) }',
);
const renewRecoveryCodes = fixedOperation(
  'mutation RestRenewRecoveryCodes($password: String!) { renewRecoveryCodes(password: $password) { codes } }',
);
const switchSecondFactorOff = fixedOperation(
  'mutation RestSwitchSecondFactorOff($password: String!) { switchSecondFactorOff(password: $password) }',
);

const TotpOffered = succeeded('TotpOffered', fieldsOf(startTotp, 'startTotp'));
const PasskeyOffered = succeeded('PasskeyOffered', fieldsOf(startPasskey, 'startPasskey'));
const RecoveryCodes = succeeded('RecoveryCodes', { recoveryCodes: fieldsOf(confirmTotp, 'confirmTotp').codes });

const AnswerBody = z.strictObject({
  challenge: requiredText(),
  code: text().optional(),
  passkey: text().optional().meta({ description: 'Instead of a code: the credential, as JSON.' }),
});
const PasskeyBody = z.strictObject({
  name: requiredText({ maxLength: LONGEST_PASSKEY_NAME }),
  credential: requiredText(),
});
const PasswordBody = z.strictObject({ password: requiredText() });

/** Codes besides the password: answering at the log-in, and setting up. */
export function registerSecondFactor(register: RestRegistrar): void {
  const route = routesWith(register, { tag: 'accounts', access: 'signed-in' });
  route({
    id: 'answerSecondFactor',
    summary: 'Open the session of a log-in that was refused with SECOND_FACTOR_REQUIRED.',
    access: 'anyone',
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
  route({
    id: 'startTotp',
    summary: 'Be offered a secret for an authenticator app.',
    codes: ['FIELDS_REQUIRED', 'WRONG_PASSWORD', 'EMAIL_UNPROVED', 'TOO_MANY_REQUESTS'],
    endpoint: 'POST /api/user/second-factor/start',
    body: PasswordBody,
    answer: TotpOffered,
    handle: ({ body, ask }) => ask(startTotp, body),
  });
  route({
    id: 'confirmTotp',
    summary: 'Turn the second factor on with a first code; the other sessions end.',
    codes: ['FIELDS_REQUIRED', 'SECOND_FACTOR_WRONG', 'SECOND_FACTOR_EXPIRED', 'TOO_MANY_CHANGES'],
    endpoint: 'POST /api/user/second-factor/confirm',
    body: z.strictObject({ setup: requiredText(), code: requiredText() }),
    answer: RecoveryCodes,
    handle: async ({ body: input, ask }) => ({ recoveryCodes: (await ask(confirmTotp, { input })).codes }),
  });
  route({
    id: 'startPasskey',
    summary: 'Be offered to make a passkey.',
    codes: [
      'FIELDS_REQUIRED',
      'WRONG_PASSWORD',
      'EMAIL_UNPROVED',
      'TOO_MANY_PASSKEYS',
      'PASSKEYS_UNAVAILABLE',
      'TOO_MANY_REQUESTS',
    ],
    idempotent: false,
    endpoint: 'POST /api/user/passkeys/start',
    body: PasswordBody,
    answer: PasskeyOffered,
    handle: ({ body, ask }) => ask(startPasskey, body),
  });
  route({
    id: 'addPasskey',
    summary: 'Add the passkey that was made; the first factor brings recovery codes, and the other sessions end.',
    codes: ['FIELDS_REQUIRED', 'PASSKEY_NAME', 'PASSKEY_WRONG', 'SECOND_FACTOR_EXPIRED', 'TOO_MANY_CHANGES'],
    endpoint: 'POST /api/user/passkeys',
    body: PasskeyBody,
    answer: RecoveryCodes,
    handle: async ({ body: input, ask }) => ({ recoveryCodes: (await ask(addPasskey, { input })).codes }),
  });
  route({
    id: 'removePasskey',
    summary: 'Remove a passkey; without another factor the password is enough again.',
    codes: [
      'FIELDS_REQUIRED',
      'WRONG_PASSWORD',
      'PASSKEY_NOT_FOUND',
      'SECOND_FACTOR_NEEDED',
      'TOO_MANY_CHANGES',
      'TOO_MANY_REQUESTS',
    ],
    endpoint: 'POST /api/user/passkeys/remove',
    body: z.strictObject({ id: requiredText(), password: requiredText() }),
    handle: ({ body: input, run }) => run(removePasskey, { input }),
  });
  route({
    id: 'renewRecoveryCodes',
    summary: 'Replace the recovery codes.',
    codes: ['FIELDS_REQUIRED', 'WRONG_PASSWORD', 'SECOND_FACTOR_OFF', 'TOO_MANY_CHANGES', 'TOO_MANY_REQUESTS'],
    endpoint: 'POST /api/user/second-factor/recovery-codes',
    body: PasswordBody,
    answer: RecoveryCodes,
    handle: async ({ body, ask }) => ({ recoveryCodes: (await ask(renewRecoveryCodes, body)).codes }),
  });
  route({
    id: 'switchSecondFactorOff',
    summary: 'Make the password enough again.',
    codes: ['FIELDS_REQUIRED', 'WRONG_PASSWORD', 'SECOND_FACTOR_NEEDED', 'TOO_MANY_CHANGES', 'TOO_MANY_REQUESTS'],
    endpoint: 'POST /api/user/second-factor/off',
    body: PasswordBody,
    handle: ({ body, run }) => run(switchSecondFactorOff, body),
  });
}
