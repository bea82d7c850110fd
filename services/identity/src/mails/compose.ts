import type { Commit, EventStore, StoredEvent } from '@volant/infra/event-store/event-store';
import type { Message } from '@volant/infra/mail/mail';
import type { LinkTokens } from '../credentials/link-tokens.ts';
import { MAX_UNDOS, openUndos } from '../user/email-undo.ts';
import {
  type EmailUndoOffered,
  type PasswordResetRequested,
  type ProfileChanged,
  type UserEvent,
  userCodec,
} from '../user/events.ts';
import { loadUser } from '../user/load-user.ts';
import { userOfStream } from '../user/user.ts';
import { emailChangedLetter } from './email-changed-letter.ts';
import { layOut } from './letter.ts';
import { resetLetter } from './reset-letter.ts';

const NOTICE_LASTS = 24 * 60 * 60 * 1000;
/** As many former addresses as an account may have. */
const FORMER = Array.from({ length: MAX_UNDOS }, (_, index) => index);
const OFFERED: UserEvent['type'] = 'EmailUndoOffered';

/** A message an event calls for. */
export interface PendingMail {
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
  readonly resetTokens: LinkTokens;
  readonly undoTokens: LinkTokens;
  /** Scheme and host people reach the product at. */
  readonly origin: () => string;
}

/** The messages a commit calls for. */
export function pendingMailsOf(parts: ComposeParts, commit: Commit): readonly PendingMail[] {
  const userId = userOfStream(commit.streamId);
  return userId === undefined
    ? []
    : commit.events.flatMap((stored) => pendingMailsOfEvent(parts, userId, stored, commit));
}

function pendingMailsOfEvent(
  parts: ComposeParts,
  userId: string,
  stored: StoredEvent,
  { events }: Commit,
): readonly PendingMail[] {
  const event = userCodec.read(stored);
  const isWanted = async () => (await loadUser(parts.store, userId)).state.status === 'active';
  if (event?.type === 'PasswordResetRequested') {
    const { data } = event;
    // To the present address, and to each of those the account can still be put back to.
    return [undefined, ...FORMER].map((former) => ({
      eventId: former === undefined ? stored.id : `${stored.id} former ${former}`,
      until: data.expiresAt,
      isWanted,
      compose: () => resetMail(parts, userId, data, former),
    }));
  }
  if (event?.type === 'EmailUndoOffered') {
    const { data } = event;
    return [{ eventId: stored.id, until: data.expiresAt, isWanted, compose: () => undoMail(parts, userId, data) }];
  }
  const isTold = events.some(({ type }) => type === OFFERED);
  if (event?.type === 'ProfileChanged' && event.data.email !== undefined && !isTold) {
    const { data } = event;
    const until = new Date(Date.parse(data.changedAt) + NOTICE_LASTS).toISOString();
    return [{ eventId: stored.id, until, isWanted, compose: () => emailChangedMail(parts, userId, data) }];
  }
  return [];
}

async function resetMail(
  { store, resetTokens, origin }: ComposeParts,
  userId: string,
  { requestId, language, tokenHash, requestedAt }: PasswordResetRequested['data'],
  former: number | undefined,
): Promise<Message | undefined> {
  const { state } = await loadUser(store, userId);
  // Used, or replaced by a later request, or the address is another one now.
  if (state.status !== 'active' || state.reset?.requestId !== requestId) return undefined;
  const to = former === undefined ? state.email : openUndos(state.emailUndos, requestedAt)[former]?.email;
  if (to === undefined) return undefined;
  const made = resetTokens.tokenFor(userId, requestId);
  // A link that cannot work is not sent. Another process may still hold the secret that was replaced.
  if (made.tokenHash !== tokenHash) throw new Error('the secret of reset links has been replaced since the request');
  const address = new URL('/reset-password', origin());
  address.searchParams.set('token', made.token);
  return { to, ...layOut(resetLetter(language, address.href)) };
}

async function emailChangedMail(
  { store, origin }: ComposeParts,
  userId: string,
  { email, language }: ProfileChanged['data'],
): Promise<Message | undefined> {
  const { state } = await loadUser(store, userId);
  if (state.status === 'absent' || email === undefined) return undefined;
  const contact = new URL('/contact', origin()).href;
  return { to: email.from, ...layOut(emailChangedLetter(language, { contact })) };
}

async function undoMail(
  { store, undoTokens, origin }: ComposeParts,
  userId: string,
  { changeId, tokenHash, from, language }: EmailUndoOffered['data'],
): Promise<Message | undefined> {
  const { state } = await loadUser(store, userId);
  if (state.status === 'absent') return undefined;
  const made = undoTokens.tokenFor(userId, changeId);
  if (made.tokenHash !== tokenHash) throw new Error('the secret of links has been replaced since the change');
  const address = new URL('/undo-email', origin());
  address.searchParams.set('token', made.token);
  return { to: from, ...layOut(emailChangedLetter(language, { undo: address.href })) };
}
