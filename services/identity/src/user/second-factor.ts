import { DomainError } from '@volant/infra/errors/domain-error';
import type { Language } from '@volant/proto/text/languages';
import type { SecondFactorPassed, UserEvent } from './events.ts';

/** Proof that a log-in needs besides the password. */
export interface SecondFactor {
  readonly totp: {
    /** The encrypted secret that the person's app has too. */
    readonly sealed: string;
    /** Latest time step whose code was used: each code is good for one log-in. */
    readonly step: number;
  };
  /** Hashes of the recovery codes that are left. */
  readonly recovery: readonly string[];
}

export interface SecondFactorCommands {
  readonly EnableTotp: {
    readonly sealed: string;
    readonly step: number;
    readonly recovery: readonly string[];
    readonly sessionId: string;
    readonly language: Language;
    readonly at: string;
  };
  readonly RenewRecoveryCodes: { readonly recovery: readonly string[]; readonly at: string };
  readonly PassSecondFactor: Omit<SecondFactorPassed['data'], 'passedAt'> & { readonly at: string };
  readonly RemoveSecondFactor: {
    readonly by: 'PERSON' | 'OPERATOR';
    readonly language: Language;
    readonly at: string;
  };
}

export function enableTotp(command: SecondFactorCommands['EnableTotp']): readonly UserEvent[] {
  const { sealed, step, recovery, sessionId, language, at } = command;
  return [{ type: 'TotpEnabled', data: { sealed, step, recovery, keptSessionId: sessionId, language, enabledAt: at } }];
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
  const fresh =
    secondFactor !== null &&
    (proof.step === undefined || proof.step > secondFactor.totp.step) &&
    (proof.recoveryHash === undefined || secondFactor.recovery.includes(proof.recoveryHash));
  if (!fresh) throw new DomainError('SECOND_FACTOR_WRONG');
  return [{ type: 'SecondFactorPassed', data: { ...proof, passedAt: at } }];
}

export function afterPassing(secondFactor: SecondFactor, { step, recoveryHash }: SecondFactorPassed['data']) {
  const { totp, recovery } = secondFactor;
  return {
    totp: step === undefined ? totp : { ...totp, step },
    recovery: recovery.filter((hash) => hash !== recoveryHash),
  };
}
