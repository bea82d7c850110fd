import { DomainError } from '@volant/infra/errors/domain-error';
import type { Language } from '@volant/proto/text/languages';
import type { PasskeyAdded, SecondFactorPassed, SecondFactorRemoved, TotpEnabled, UserEvent } from './events.ts';

/** Most passkeys of one account. */
const MAX_PASSKEYS = 10;

/** A key pair whose private half never leaves an authenticator. */
export interface Passkey
  extends Pick<PasskeyAdded['data'], 'id' | 'publicKey' | 'counter' | 'transports' | 'name' | 'addedAt'> {
  readonly usedAt: string | null;
}

/** Proof that a log-in needs besides the password: there is an app or a passkey. */
export interface SecondFactor {
  /** Null without an authenticator app. */
  readonly totp: {
    /** The encrypted secret that the person's app has too. */
    readonly sealed: string;
    /** Latest time step whose code was used: each code is good for one log-in. */
    readonly step: number;
  } | null;
  readonly passkeys: readonly Passkey[];
  /** Hashes of the recovery codes that are left. */
  readonly recovery: readonly string[];
}

export interface SecondFactorCommands {
  readonly EnableTotp: Omit<TotpEnabled['data'], 'keptSessionId' | 'enabledAt'> & {
    readonly sessionId: string;
    readonly at: string;
  };
  readonly AddPasskey: Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports' | 'name'> & {
    /** For an account without a second factor. */
    readonly recovery: readonly string[];
    readonly sessionId: string;
    readonly language: Language;
    readonly at: string;
  };
  readonly RemovePasskey: {
    readonly id: string;
    /** Whether the person's role needs a second factor. */
    readonly needed: boolean;
    readonly language: Language;
    readonly at: string;
  };
  readonly RenewRecoveryCodes: { readonly recovery: readonly string[]; readonly at: string };
  readonly PassSecondFactor: Omit<SecondFactorPassed['data'], 'passedAt'> & { readonly at: string };
  readonly RemoveSecondFactor: Omit<SecondFactorRemoved['data'], 'removedAt'> & { readonly at: string };
}

/** The recovery codes of a factor that is there already stay: its person has noted them. */
export function enableTotp(
  command: SecondFactorCommands['EnableTotp'],
  factor: SecondFactor | null,
): readonly UserEvent[] {
  const { sessionId: keptSessionId, at: enabledAt, ...data } = command;
  const recovery = factor?.recovery ?? data.recovery;
  return [{ type: 'TotpEnabled', data: { ...data, recovery, keptSessionId, enabledAt } }];
}

/** @throws DomainError TOO_MANY_PASSKEYS */
export function requirePlace(factor: SecondFactor | null): void {
  if ((factor?.passkeys.length ?? 0) >= MAX_PASSKEYS)
    throw new DomainError('TOO_MANY_PASSKEYS', { limit: MAX_PASSKEYS });
}

export function addPasskey(
  { recovery, sessionId, at, ...passkey }: SecondFactorCommands['AddPasskey'],
  factor: SecondFactor | null,
): readonly UserEvent[] {
  requirePlace(factor);
  if (factor?.passkeys.some(({ id }) => id === passkey.id)) throw new DomainError('PASSKEY_WRONG');
  const begun = { recovery, keptSessionId: sessionId };
  return [{ type: 'PasskeyAdded', data: { ...passkey, ...(factor === null && { begun }), addedAt: at } }];
}

export function removePasskey(
  { id, needed, language, at }: SecondFactorCommands['RemovePasskey'],
  factor: SecondFactor | null,
): readonly UserEvent[] {
  const others = factor?.passkeys.filter((passkey) => passkey.id !== id) ?? [];
  if (factor === null || others.length === factor.passkeys.length) throw new DomainError('PASSKEY_NOT_FOUND');
  if (factor.totp !== null || others.length > 0)
    return [{ type: 'PasskeyRemoved', data: { id, language, removedAt: at } }];
  if (needed) throw new DomainError('SECOND_FACTOR_NEEDED');
  return [{ type: 'SecondFactorRemoved', data: { by: 'PERSON', language, removedAt: at } }];
}

export function renewRecoveryCodes(
  { recovery, at }: SecondFactorCommands['RenewRecoveryCodes'],
  secondFactor: SecondFactor | null,
): readonly UserEvent[] {
  if (secondFactor === null) throw new DomainError('SECOND_FACTOR_OFF');
  return [{ type: 'RecoveryCodesRenewed', data: { recovery, renewedAt: at } }];
}

export function passSecondFactor(
  { at, ...proof }: SecondFactorCommands['PassSecondFactor'],
  secondFactor: SecondFactor | null,
): readonly UserEvent[] {
  const { step, recoveryHash, passkey } = proof;
  const fresh =
    secondFactor !== null &&
    (step === undefined || (secondFactor.totp !== null && step > secondFactor.totp.step)) &&
    (recoveryHash === undefined || secondFactor.recovery.includes(recoveryHash));
  if (!fresh) throw new DomainError('SECOND_FACTOR_WRONG');
  if (passkey !== undefined) requireCounted(passkey, secondFactor);
  return [{ type: 'SecondFactorPassed', data: { ...proof, passedAt: at } }];
}

/** A counter that does not grow is that of a copy, or of an authenticator that has been copied. */
function requireCounted({ id, counter }: Pick<Passkey, 'id' | 'counter'>, { passkeys }: SecondFactor): void {
  const known = passkeys.find((passkey) => passkey.id === id);
  if (known === undefined) throw new DomainError('PASSKEY_WRONG');
  const counts = counter > 0 || known.counter > 0;
  if (counts && counter <= known.counter) throw new DomainError('PASSKEY_COPIED');
}

type FactorEvent = Extract<
  UserEvent,
  {
    readonly type:
      | 'TotpEnabled'
      | 'PasskeyAdded'
      | 'PasskeyRemoved'
      | 'RecoveryCodesRenewed'
      | 'SecondFactorPassed'
      | 'SecondFactorRemoved';
  }
>;

export function evolveFactor(factor: SecondFactor | null, event: FactorEvent): SecondFactor | null {
  if (event.type === 'TotpEnabled') {
    const { sealed, step, recovery } = event.data;
    return { totp: { sealed, step }, passkeys: factor?.passkeys ?? [], recovery };
  }
  if (event.type === 'PasskeyAdded') return withPasskey(factor, event.data);
  if (factor === null) return null;
  switch (event.type) {
    case 'PasskeyRemoved':
      return { ...factor, passkeys: factor.passkeys.filter(({ id }) => id !== event.data.id) };
    case 'RecoveryCodesRenewed':
      return { ...factor, recovery: event.data.recovery };
    case 'SecondFactorPassed':
      return afterPassing(factor, event.data);
    case 'SecondFactorRemoved':
      return null;
  }
}

function withPasskey(factor: SecondFactor | null, added: PasskeyAdded['data']): SecondFactor {
  const { id, publicKey, counter, transports, name, addedAt, begun } = added;
  const { totp = null, passkeys = [], recovery = begun?.recovery ?? [] } = factor ?? {};
  const passkey = { id, publicKey, counter, transports, name, addedAt, usedAt: null };
  return { totp, passkeys: [...passkeys, passkey], recovery };
}

function afterPassing(factor: SecondFactor, { step, recoveryHash, passkey, passedAt }: SecondFactorPassed['data']) {
  const { totp, passkeys, recovery } = factor;
  return {
    totp: totp === null || step === undefined ? totp : { ...totp, step },
    passkeys: passkeys.map((known) =>
      known.id === passkey?.id ? { ...known, counter: passkey.counter, usedAt: passedAt } : known,
    ),
    recovery: recovery.filter((hash) => hash !== recoveryHash),
  };
}
