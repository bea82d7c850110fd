import type { JWK } from '@volant/infra/auth/access-token';
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
  /** Counted by pages; without it, people are not ordered by them. */
  readonly pageTotals?: PageTotals | undefined;
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
  /** Secrets that encrypt authenticator keys; the first encrypts new ones. The signing key is the fallback. */
  readonly sealingSecrets?: readonly string[] | undefined;
  /** For development only, never in production: the response also contains the token of a reset link. */
  readonly answerResetToken?: boolean;
  /** False for a process that runs one command beside the serving ones: it sends no messages and does no clean-up. */
  readonly background?: boolean;
}
