import type { JWK } from '@volant/infra/auth/access-token';
import type { Role } from '@volant/infra/auth/viewer';
import type { Mail } from '@volant/infra/mail/mail';
import type { Objects } from '@volant/infra/objects/objects';
import type { PageTotals, WeekFigure } from '@volant/infra/process/server/remote-service';
import type { ServicePorts } from '@volant/infra/process/shell/service-ports';
import type { AttemptLimitSettings } from './limits/attempt-limits.ts';

export interface IdentityPorts extends ServicePorts {
  readonly mail: Mail;
  readonly objects: Objects;
  /** Figures of a person's pages in the week before a Monday; without them, no weekly letter is sent. */
  readonly weekFigures?: ((userId: string, monday: string) => Promise<readonly WeekFigure[]>) | undefined;
  /** Begins a backup; false while one is being made. Absent if this process has nowhere to put it. */
  readonly backUp?: (() => boolean) | undefined;
  /** Counted by pages; without it, people are not ordered by them. */
  readonly pageTotals?: PageTotals | undefined;
  /** Undefined if nobody signs in through one. */
  readonly issuer?: Issuer | undefined;
}

/** State of a sign-in through the issuer, from its beginning to its end. */
export interface IssuerFlow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A person as the issuer describes them. */
export interface IssuedIdentity {
  readonly subject: string;
  /** Undefined unless the issuer says that it is verified, and its domain is allowed. */
  readonly email: string | undefined;
  /** DRIVER if the claim names no other role. */
  readonly role: Role;
  /** Id of the session at the issuer. */
  readonly sid: string | undefined;
  readonly refreshToken: string | undefined;
}

/** The operator's OpenID Connect server, in which the team signs in. */
export interface Issuer {
  /** As people call it. */
  readonly name: string;
  readonly address: string;
  /** Where the browser goes to sign in. */
  begin(): Promise<{ readonly address: string; readonly flow: IssuerFlow }>;
  /**
   * @param search of the address that the issuer redirected the browser to
   * @throws DomainError ISSUER_AWAY, ISSUER_DENIED, ISSUER_REFUSED, ISSUER_CLOCK
   */
  finish(flow: IssuerFlow, search: string): Promise<IssuedIdentity>;
  /**
   * The present description of a person who has signed in before; undefined if the issuer no longer lets them in.
   * @throws DomainError ISSUER_AWAY, ISSUER_REFUSED, ISSUER_CLOCK
   */
  renew(subject: string, refreshToken: string): Promise<IssuedIdentity | undefined>;
  /**
   * The sessions that a logout token ends, and the token's id.
   * @throws DomainError ISSUER_AWAY, ISSUER_REFUSED, ISSUER_CLOCK
   */
  endedBy(
    logoutToken: string,
  ): Promise<{ readonly id: string; readonly subject: string | undefined; readonly sid: string | undefined }>;
}

export type SecondFactorSetting = 'optional' | 'staff';

export interface IdentitySettings {
  /** Private ES256 key that signs the access tokens. */
  readonly signingKey: JWK;
  readonly keyId: string;
  /** Public keys whose tokens are also accepted, for key rotation. */
  readonly otherKeys?: readonly JWK[];
  readonly limits?: Partial<AttemptLimitSettings>;
  /** Multiple of the limits of a network; 1 if absent. */
  readonly networkLimitsTimes?: number;
  /** Longest wait in the queue for password hashing; five seconds if absent. */
  readonly passwordPatienceMs?: number;
  /**
   * Public scheme and host of the product, for links in messages. Called for each message, because a process that
   * chooses its own port knows it only once it listens. Never taken from a request, which can be forged.
   */
  readonly origin: () => string;
  /** Unknown addresses get the same response to a forgotten password as known ones. */
  readonly neutralForgotPassword?: boolean;
  /** `staff`: SUPPORT, ADMIN and SUPERADMIN have no rights of their role without a second factor. */
  readonly secondFactor?: SecondFactorSetting;
  /** The only account of the team that signs in with its password, if the others may not. */
  readonly breakGlassEmail?: string | undefined;
  /** Secrets that encrypt authenticator keys; the first encrypts new ones. The signing key is the fallback. */
  readonly sealingSecrets?: readonly string[] | undefined;
  /** For development only, never in production: the response also contains the token of a reset link. */
  readonly answerResetToken?: boolean;
  /** False for a process that runs one command beside the serving ones: it sends no messages and does no clean-up. */
  readonly background?: boolean;
}
