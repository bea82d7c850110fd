import * as v from 'valibot';
import { ApiError, NetworkError } from '../api/api-error.ts';
import { call } from '../api/client.ts';
import { announcementsSchema, userSchema } from '../api/shapes.ts';
import { readText, writeJson, writeText } from '../browser/storage.ts';
import { currentSession, endSession, replaceUser, type Session } from './session.ts';
import { ANNOUNCEMENTS_KEY } from './stored-session.ts';

const answer = v.object({
  success: v.optional(v.boolean()),
  token: v.optional(v.string()),
  user: v.optional(userSchema),
  device: v.optional(v.string()),
  setUpSecondFactor: v.optional(v.boolean()),
  error: v.optional(v.string()),
});

/** The server answered 200 without `success: true`. */
export const NO_SUCCESS_FLAG = 'NO_SUCCESS_FLAG';

const DEVICE_KEY = 'device';
const MARK = /^[\w-]{64}$/;

/** The mark of a device that has signed in before. It keeps other people's failed logins from locking the owner out. */
function knownDevice(): string {
  const mark = readText('local', DEVICE_KEY) ?? '';
  return MARK.test(mark) ? mark : '';
}

/** A new session; whether the role waits for a second factor. */
export type SignedIn = Session & { readonly setUpSecondFactor?: boolean | undefined };

/** Sends a request that opens a session. */
export async function signInAt(path: string, body: object): Promise<SignedIn> {
  const data = await call(path, { method: 'POST', body, answer, on401: 'answer' });
  if (data.success !== true) throw new ApiError(200, NO_SUCCESS_FLAG, data.error, undefined);
  if (data.token === undefined || data.user === undefined) {
    throw new ApiError(200, 'UNREADABLE_ANSWER', data.error, undefined);
  }
  if (data.device !== undefined) writeText('local', DEVICE_KEY, data.device);
  return { token: data.token, user: data.user, setUpSecondFactor: data.setUpSecondFactor };
}

export function logIn(input: { email: string; password: string; remember: boolean }): Promise<SignedIn> {
  return signInAt('/api/auth/login', { ...input, device: knownDevice() });
}

/** A code, or the credential of a passkey as JSON. */
export type SecondFactorAnswer = { readonly code: string } | { readonly passkey: string };

export const answerSecondFactor = (challenge: string, answer: SecondFactorAnswer): Promise<SignedIn> =>
  signInAt('/api/auth/second-factor', { challenge, ...answer });

interface NewAccount {
  readonly email: string;
  readonly username: string;
  readonly password: string;
  /** Token of the link to the first SUPERADMIN's account. */
  readonly firstLink?: string | undefined;
}

export function signUp(input: NewAccount): Promise<Session> {
  return signInAt('/api/auth/signup', input);
}

const confirmation = v.pick(answer, ['success', 'error']);

async function succeed(path: string, body: unknown): Promise<void> {
  const data = await call(path, { method: 'POST', body, answer: confirmation, on401: 'answer' });
  if (data.success !== true) throw new ApiError(200, NO_SUCCESS_FLAG, data.error, undefined);
}

export const requestPasswordReset = (email: string) => succeed('/api/auth/forgot-password', { email });

/** Sets a new password with a mailed token. This ends all sessions of the user. */
export const resetPassword = (token: string, newPassword: string) =>
  succeed('/api/auth/reset-password', { token, newPassword });

/** Makes the address that received the link the account's address. */
export const confirmEmailChange = (token: string) => succeed('/api/auth/confirm-email-change', { token });

export const cancelEmailChange = (token: string) => succeed('/api/auth/cancel-email-change', { token });

/** Restores the former e-mail address. This ends all sessions of the user. */
export const undoEmailChange = (token: string) => succeed('/api/auth/undo-email-change', { token });

/** Ends the weekly letter of the account that the link names. */
export const unsubscribe = (token: string) =>
  succeed(`/api/letters/unsubscribe?token=${encodeURIComponent(token)}`, undefined);

/** Ends the session in this browser at once and notifies the server; a failed request does not matter here. */
export function logOut(): void {
  call('/api/auth/logout', { method: 'POST', answer: v.unknown(), on401: 'answer', keepalive: true }).catch(() => {
    // The local session ends regardless of the server's response.
  });
  endSession('logout');
}

const me = v.object({
  user: userSchema,
  // Without them the stored ones stay.
  announcements: v.fallback(v.optional(announcementsSchema), undefined),
});

/**
 * Fetches the current user, and the announcements to show. A refusal ends the session; a network failure keeps it,
 * because being offline must not sign the user out.
 */
export async function refreshUser(): Promise<'fresh' | 'ended' | 'offline'> {
  const token = currentSession()?.token;
  if (token === undefined) return 'ended';
  try {
    const { user, announcements } = await call('/api/auth/me', { answer: me });
    if (currentSession()?.token === token) {
      // Before the user, whose followers read them. The next screen shows them with its first paint.
      if (announcements !== undefined) writeJson('local', ANNOUNCEMENTS_KEY, announcements);
      replaceUser(user);
    }
    return 'fresh';
  } catch (error) {
    if (error instanceof NetworkError) return 'offline';
    // A 401 has already ended the session.
    endSession('unconfirmed', token);
    return 'ended';
  }
}
