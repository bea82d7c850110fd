import { text } from '@volant/infra/text/outside-text';
import { z } from 'zod';
import { fixedOperation } from '../supergraph/graph.ts';
import { PasskeyOffered, RecoveryCodes, TotpOffered } from './account-answers.ts';
import { LoggedIn, signedIn } from './auth.ts';
import { requiredText } from './inputs.ts';
import type { RestRegistrar } from './route.ts';

const answerSecondFactor = fixedOperation(
  'RestAnswerSecondFactor',
  `mutation RestAnswerSecondFactor($input: SecondFactorInput!) {
    answerSecondFactor(input: $input) { token device }
  }`,
);
const startTotp = fixedOperation(
  'RestStartTotp',
  'mutation RestStartTotp($password: String!) { startTotp(password: $password) { secret address setup } }',
);
const confirmTotp = fixedOperation(
  'RestConfirmTotp',
  'mutation RestConfirmTotp($input: TotpInput!) { confirmTotp(input: $input) { codes } }',
);
const startPasskey = fixedOperation(
  'RestStartPasskey',
  'mutation RestStartPasskey($password: String!) { startPasskey(password: $password) { options } }',
);
const addPasskey = fixedOperation(
  'RestAddPasskey',
  'mutation RestAddPasskey($input: PasskeyInput!) { addPasskey(input: $input) { codes } }',
);
const removePasskey = fixedOperation(
  'RestRemovePasskey',
  'mutation RestRemovePasskey($input: RemovePasskeyInput!) { removePasskey(input: $input) }',
);
const renewRecoveryCodes = fixedOperation(
  'RestRenewRecoveryCodes',
  'mutation RestRenewRecoveryCodes($password: String!) { renewRecoveryCodes(password: $password) { codes } }',
);
const switchSecondFactorOff = fixedOperation(
  'RestSwitchSecondFactorOff',
  'mutation RestSwitchSecondFactorOff($password: String!) { switchSecondFactorOff(password: $password) }',
);

const AnswerBody = z.strictObject({
  challenge: requiredText(),
  code: text().optional(),
  passkey: text().optional().meta({ description: 'Instead of a code: the credential, as JSON.' }),
});
const PasskeyBody = z.strictObject({ name: requiredText({ maxLength: 50 }), credential: requiredText() });
const RemoveBody = z.strictObject({ id: requiredText(), password: requiredText() });
const PasswordBody = z.strictObject({ password: requiredText() });
const ConfirmBody = z.strictObject({ setup: requiredText(), code: requiredText() });

/** Codes besides the password: answering at the log-in, and setting up. */
export function registerSecondFactor(route: RestRegistrar): void {
  route({
    id: 'answerSecondFactor',
    tag: 'accounts',
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
    idempotent: true,
    method: 'POST',
    url: '/api/auth/second-factor',
    body: AnswerBody,
    answer: LoggedIn,
    async handle({ body: input, graph, call }) {
      const { answerSecondFactor: opened } = await graph.run(answerSecondFactor, { input }, call);
      return { ...(await signedIn(opened.token, graph, call)), device: opened.device ?? '' };
    },
  });
  route({
    id: 'startTotp',
    tag: 'accounts',
    summary: 'Be offered a secret for an authenticator app.',
    access: 'signed-in',
    codes: ['FIELDS_REQUIRED', 'WRONG_PASSWORD', 'TOO_MANY_REQUESTS'],
    idempotent: true,
    method: 'POST',
    url: '/api/user/second-factor/start',
    body: PasswordBody,
    answer: TotpOffered,
    async handle({ body: { password }, graph, call }) {
      return { success: true as const, ...(await graph.run(startTotp, { password }, call)).startTotp };
    },
  });
  route({
    id: 'confirmTotp',
    tag: 'accounts',
    summary: 'Turn the second factor on with a first code; the other sessions end.',
    access: 'signed-in',
    codes: ['FIELDS_REQUIRED', 'SECOND_FACTOR_WRONG', 'SECOND_FACTOR_EXPIRED', 'TOO_MANY_CHANGES'],
    idempotent: true,
    method: 'POST',
    url: '/api/user/second-factor/confirm',
    body: ConfirmBody,
    answer: RecoveryCodes,
    async handle({ body: input, graph, call }) {
      const { codes } = (await graph.run(confirmTotp, { input }, call)).confirmTotp;
      return { success: true as const, recoveryCodes: [...codes] };
    },
  });
  route({
    id: 'startPasskey',
    tag: 'accounts',
    summary: 'Be offered to make a passkey.',
    access: 'signed-in',
    codes: ['FIELDS_REQUIRED', 'WRONG_PASSWORD', 'TOO_MANY_PASSKEYS', 'PASSKEYS_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
    method: 'POST',
    url: '/api/user/passkeys/start',
    body: PasswordBody,
    answer: PasskeyOffered,
    async handle({ body: { password }, graph, call }) {
      return { success: true as const, ...(await graph.run(startPasskey, { password }, call)).startPasskey };
    },
  });
  route({
    id: 'addPasskey',
    tag: 'accounts',
    summary: 'Add the passkey that was made; the first factor brings recovery codes, and the other sessions end.',
    access: 'signed-in',
    codes: ['FIELDS_REQUIRED', 'PASSKEY_NAME', 'PASSKEY_WRONG', 'SECOND_FACTOR_EXPIRED', 'TOO_MANY_CHANGES'],
    idempotent: true,
    method: 'POST',
    url: '/api/user/passkeys',
    body: PasskeyBody,
    answer: RecoveryCodes,
    async handle({ body: input, graph, call }) {
      const { codes } = (await graph.run(addPasskey, { input }, call)).addPasskey;
      return { success: true as const, recoveryCodes: [...codes] };
    },
  });
  route({
    id: 'removePasskey',
    tag: 'accounts',
    summary: 'Remove a passkey; without another factor the password is enough again.',
    access: 'signed-in',
    codes: [
      'FIELDS_REQUIRED',
      'WRONG_PASSWORD',
      'PASSKEY_NOT_FOUND',
      'SECOND_FACTOR_NEEDED',
      'TOO_MANY_CHANGES',
      'TOO_MANY_REQUESTS',
    ],
    idempotent: true,
    method: 'POST',
    url: '/api/user/passkeys/remove',
    body: RemoveBody,
    handle: ({ body: input, graph, call }) => graph.run(removePasskey, { input }, call),
  });
  route({
    id: 'renewRecoveryCodes',
    tag: 'accounts',
    summary: 'Replace the recovery codes.',
    access: 'signed-in',
    codes: ['FIELDS_REQUIRED', 'WRONG_PASSWORD', 'SECOND_FACTOR_OFF', 'TOO_MANY_CHANGES', 'TOO_MANY_REQUESTS'],
    idempotent: true,
    method: 'POST',
    url: '/api/user/second-factor/recovery-codes',
    body: PasswordBody,
    answer: RecoveryCodes,
    async handle({ body: { password }, graph, call }) {
      const { codes } = (await graph.run(renewRecoveryCodes, { password }, call)).renewRecoveryCodes;
      return { success: true as const, recoveryCodes: [...codes] };
    },
  });
  route({
    id: 'switchSecondFactorOff',
    tag: 'accounts',
    summary: 'Make the password enough again.',
    access: 'signed-in',
    codes: ['FIELDS_REQUIRED', 'WRONG_PASSWORD', 'SECOND_FACTOR_NEEDED', 'TOO_MANY_CHANGES', 'TOO_MANY_REQUESTS'],
    idempotent: true,
    method: 'POST',
    url: '/api/user/second-factor/off',
    body: PasswordBody,
    handle: ({ body: { password }, graph, call }) => graph.run(switchSecondFactorOff, { password }, call),
  });
}
