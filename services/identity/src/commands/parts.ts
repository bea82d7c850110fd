import type { EventStore } from '@volant/infra/event-store/event-store';
import type { View } from '@volant/infra/views/view-store';
import type { ApiTokenSecrets } from '../credentials/api-token-secrets.ts';
import type { Challenges, PasskeyOffers } from '../credentials/challenges.ts';
import type { DeviceMarks } from '../credentials/device-marks.ts';
import type { LinkTokens } from '../credentials/link-tokens.ts';
import type { Passkeys } from '../credentials/passkeys.ts';
import type { Passwords } from '../credentials/passwords.ts';
import type { RecoveryCodes } from '../credentials/recovery-codes.ts';
import type { Sealer } from '../credentials/sealer.ts';
import type { TotpSetups } from '../credentials/totp-setups.ts';
import type { AttemptLimits } from '../limits/attempt-limits.ts';
import type { IdentityPorts } from '../ports.ts';
import type { UserDocument } from '../views/users/users.ts';
import type { SessionOpener } from './open-session.ts';
import type { SessionStates } from './session-states.ts';

/** What the commands of the service work with. */
export interface IdentityParts
  extends Pick<IdentityPorts, 'cache' | 'objects' | 'mail' | 'weekFigures' | 'pageTotals' | 'clock' | 'newId' | 'log'> {
  readonly store: EventStore;
  readonly users: View<UserDocument>;
  readonly passwords: Passwords;
  readonly devices: DeviceMarks;
  readonly sealer: Sealer;
  readonly recoveryCodes: RecoveryCodes;
  readonly apiTokenSecrets: ApiTokenSecrets;
  readonly totpSetups: TotpSetups;
  readonly challenges: Challenges;
  readonly passkeyOffers: PasskeyOffers;
  readonly passkeys: Passkeys;
  readonly limits: AttemptLimits;
  readonly sessions: SessionOpener;
  readonly states: SessionStates;
  readonly resetTokens: LinkTokens;
  readonly confirmTokens: LinkTokens;
  readonly cancelTokens: LinkTokens;
  readonly undoTokens: LinkTokens;
  /** Of the links that end the weekly letter. */
  readonly weekTokens: LinkTokens;
  /** SUPPORT, ADMIN and SUPERADMIN need a second factor. */
  readonly staffNeedsFactor: boolean;
  /** Unknown addresses get the same response to a forgotten password as known ones, after the same time. */
  readonly neutralForgotPassword: boolean;
  readonly answerResetToken: boolean;
  readonly countRefusedSignIn: (code: string) => void;
  /** Updates every live session and API token of the person, also in the cache, to the current role. */
  readonly refreshSessionsOf: (userId: string) => Promise<void>;
  /** Waits until the view contains the write, because the next read may be another operation. */
  readonly settled: <T>(written: Promise<T>) => Promise<T>;
}
