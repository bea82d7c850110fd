import type { Commit, EventStore, StoredEvent } from '@volant/infra/event-store/event-store';
import type { Message } from '@volant/infra/mail/mail';
import type { ResetTokens } from '../credentials/reset-tokens.ts';
import { userCodec } from '../user/codec.ts';
import { loadUser } from '../user/load-user.ts';
import { type PasswordResetRequested, type ProfileChanged, userOfStream } from '../user/user.ts';
import { emailChangedLetter } from './email-changed-letter.ts';
import { layOut } from './letter.ts';
import { resetLetter } from './reset-letter.ts';

const NOTICE_LASTS = 24 * 60 * 60 * 1000;

/** A message an event calls for. */
export interface Errand {
  readonly eventId: string;
  /** ISO 8601; after this the message is of no use to anybody. */
  readonly until: string;
  /** Made anew for each attempt; undefined where the message has become pointless. */
  compose(): Promise<Message | undefined>;
  /** Whether the account is there. One that is erased is closed before its messages are forgotten. */
  isWanted(): Promise<boolean>;
}

export interface ComposeParts {
  readonly store: Pick<EventStore, 'readStream'>;
  readonly resetTokens: ResetTokens;
  /** Scheme and host people reach the product at. */
  readonly origin: () => string;
}

/** The messages a commit calls for. */
export function errandsOf(parts: ComposeParts, commit: Commit): readonly Errand[] {
  const userId = userOfStream(commit.streamId);
  return userId === undefined ? [] : commit.events.flatMap((stored) => errandOf(parts, userId, stored) ?? []);
}

function errandOf(parts: ComposeParts, userId: string, stored: StoredEvent): Errand | undefined {
  const event = userCodec.read(stored);
  const isWanted = async () => (await loadUser(parts.store, userId)).state.status === 'active';
  if (event?.type === 'PasswordResetRequested') {
    const { data } = event;
    return { eventId: stored.id, until: data.expiresAt, isWanted, compose: () => resetMail(parts, userId, data) };
  }
  if (event?.type === 'ProfileChanged' && event.data.email !== undefined) {
    const { data } = event;
    const until = new Date(Date.parse(data.changedAt) + NOTICE_LASTS).toISOString();
    return { eventId: stored.id, until, isWanted, compose: () => emailChangedMail(parts, userId, data) };
  }
  return undefined;
}

async function resetMail(
  { store, resetTokens, origin }: ComposeParts,
  userId: string,
  { requestId, language, tokenHash }: PasswordResetRequested['data'],
): Promise<Message | undefined> {
  const { state } = await loadUser(store, userId);
  // Used, or replaced by a later request, or the address is another one now.
  if (state.status !== 'active' || state.reset?.requestId !== requestId) return undefined;
  const made = resetTokens.tokenFor(userId, requestId);
  // A link that cannot work is not sent. Another process may still hold the secret that was replaced.
  if (made.tokenHash !== tokenHash) throw new Error('the secret of reset links has been replaced since the request');
  const address = new URL('/reset-password', origin());
  address.searchParams.set('token', made.token);
  return { to: state.email, ...layOut(resetLetter(language, address.href)) };
}

async function emailChangedMail(
  { store, origin }: ComposeParts,
  userId: string,
  { email, language }: ProfileChanged['data'],
): Promise<Message | undefined> {
  const { state } = await loadUser(store, userId);
  if (state.status === 'absent' || email === undefined) return undefined;
  const contact = new URL('/contact', origin()).href;
  return { to: email.from, ...layOut(emailChangedLetter(language, contact)) };
}
