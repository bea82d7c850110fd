import { randomBytes } from 'node:crypto';
import { jsonOf } from '@volant/infra/text/json-of';
import { text } from '@volant/infra/text/outside-text';
import { z } from 'zod';
import type { Sealer } from './sealer.ts';

const CONTEXT = 'second-factor challenge';
const CHALLENGE_LASTS_MS = 5 * 60 * 1000;
const LONGEST_CHALLENGE = 1024;
const DEVICE_BYTES = 16;

const passed = z.object({
  userId: text(64),
  /** Version of the user's stream at which the password was checked. */
  userVersion: z.int(),
  remember: z.boolean(),
  /** Name of the device that the log-in came from. */
  device: text(64),
});
const challenge = passed.extend({ expiresAt: z.int() });

/** A log-in whose password was right. */
export type PassedPassword = Readonly<z.infer<typeof passed>>;

/** Log-ins that wait for a second factor. Nothing is stored: the challenge is the log-in, encrypted. */
export function createChallenges(sealer: Sealer, clock: () => Date) {
  return {
    /** Returns the text to answer with. */
    issue({ device, ...log }: Omit<PassedPassword, 'device'> & { readonly device: string | undefined }): string {
      const named = { ...log, device: device ?? randomBytes(DEVICE_BYTES).toString('base64url') };
      const expiresAt = clock().getTime() + CHALLENGE_LASTS_MS;
      return sealer.seal(CONTEXT, Buffer.from(JSON.stringify({ ...named, expiresAt })));
    },
    /** Undefined if the text is no challenge, or too old. */
    read(text: string): PassedPassword | undefined {
      const opened = text.length > LONGEST_CHALLENGE ? undefined : sealer.open(CONTEXT, text);
      const read = opened && challenge.safeParse(jsonOf(opened.toString()));
      return read?.success && clock().getTime() < read.data.expiresAt ? read.data : undefined;
    },
  };
}

export type Challenges = ReturnType<typeof createChallenges>;
