import { randomBytes } from 'node:crypto';
import { jsonOf } from '@volant/infra/text/json-of';
import { text } from '@volant/infra/text/outside-text';
import { z } from 'zod';
import type { Sealer } from './sealer.ts';

const CHALLENGE_LASTS_MS = 5 * 60 * 1000;
const FIRST_LINK_LASTS_MS = 30 * 60 * 1000;
/** With the refresh token of an issuer. */
const LONGEST_CHALLENGE = 16_384;
const DEVICE_BYTES = 16;

const account = z.object({
  userId: text(64),
  /** Version of the user's stream at which the password was checked. */
  userVersion: z.int(),
});
const passed = account.extend({
  remember: z.boolean(),
  /** Name of the device that the log-in came from. */
  device: text(64),
  /** Of a sign-in through the issuer. */
  issued: z.object({ session: text(64).nullable(), sealed: text(8_192).nullable() }).exactOptional(),
});

/** A log-in after its password was checked, or the person by the issuer. */
export type PassedPassword = Readonly<z.infer<typeof passed>>;

export interface ChallengeContent extends Omit<PassedPassword, 'device'> {
  /** Undefined for a device that has no name yet. */
  readonly device: string | undefined;
}

/** Challenges are stateless: the content is encrypted in the challenge. */
export function challengesOf<Shape extends z.ZodRawShape>(
  sealer: Sealer,
  clock: () => Date,
  context: string,
  shape: z.ZodObject<Shape>,
  lastsMs = CHALLENGE_LASTS_MS,
) {
  const limited = z.object({ of: shape, expiresAt: z.int() });
  return {
    /** Returns a text in base64url. */
    issue(of: z.infer<typeof shape>): string {
      const expiresAt = clock().getTime() + lastsMs;
      return sealer.seal(context, Buffer.from(JSON.stringify({ of, expiresAt })));
    },
    /** Undefined if the text is no challenge, or too old. */
    read(text: string): z.infer<typeof shape> | undefined {
      const opened = text.length > LONGEST_CHALLENGE ? undefined : sealer.open(context, text);
      const read = opened && limited.safeParse(jsonOf(opened.toString()));
      return read?.success && clock().getTime() < read.data.expiresAt ? read.data.of : undefined;
    },
  };
}

/** Log-ins that wait for a second factor. */
export function createChallenges(sealer: Sealer, clock: () => Date) {
  const { issue, read } = challengesOf(sealer, clock, 'second-factor challenge', passed);
  return {
    read,
    /** Returns the text to answer with. */
    issue({ device, ...log }: ChallengeContent): string {
      return issue({ ...log, device: device ?? randomBytes(DEVICE_BYTES).toString('base64url') });
    },
  };
}

/** Accounts that may add a passkey. */
export function createPasskeyOffers(sealer: Sealer, clock: () => Date) {
  return challengesOf(sealer, clock, 'passkey offer', account);
}

/** Links to the sign-up of the first SUPERADMIN. They need no state: the decider lets only one account have the role. */
export function createFirstLinks(sealer: Sealer, clock: () => Date) {
  return challengesOf(sealer, clock, 'first superadmin', z.object({}), FIRST_LINK_LASTS_MS);
}
