import type { Commit, StoredEvent } from '@volant/infra/event-store/event-store';
import type { Message } from '@volant/infra/mail/mail';
import type { IdentityParts } from '../commands/parts.ts';
import type { LinkToken } from '../credentials/link-tokens.ts';
import { sameAddress } from '../user/email-undo.ts';
import {
  type EmailChangeRequested,
  type EmailUndoOffered,
  type PasswordResetRequested,
  type ProfileChanged,
  type UserEvent,
  userCodec,
} from '../user/events.ts';
import { loadUser } from '../user/load-user.ts';
import { type ActiveUser, userOfStream } from '../user/user.ts';
import { layOut } from './letter.ts';

const NOTICE_LASTS = 24 * 60 * 60 * 1000;
const OFFERED: UserEvent['type'] = 'EmailUndoOffered';

/** Message that an event requires. */
export interface PendingMail {
  readonly eventId: string;
  /** ISO 8601; the message is useless after this time. */
  readonly until: string;
  /** Called for each attempt; undefined if the message has become pointless. */
  compose(): Promise<Message | undefined>;
  /** Whether the account is active. An erased account is closed before its messages are forgotten. */
  isWanted(): Promise<boolean>;
}

export interface ComposeParts
  extends Pick<IdentityParts, 'store' | 'resetTokens' | 'confirmTokens' | 'cancelTokens' | 'undoTokens'> {
  /** Public scheme and host of the product. */
  readonly origin: () => string;
}

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
  const about = { eventId: stored.id, isWanted };
  if (event?.type === 'PasswordResetRequested') {
    const { data } = event;
    return [{ ...about, until: data.expiresAt, compose: () => resetMail(parts, userId, data) }];
  }
  if (event?.type === 'EmailChangeRequested') {
    const { data } = event;
    const asked = { ...about, until: data.expiresAt };
    const notice = { ...asked, eventId: `${stored.id} present`, compose: () => requestedMail(parts, userId, data) };
    return data.mailed ? [{ ...asked, compose: () => confirmMail(parts, userId, data) }, notice] : [notice];
  }
  if (event?.type === 'EmailUndoOffered') {
    const { data } = event;
    return [{ ...about, until: data.expiresAt, compose: () => undoMail(parts, userId, data) }];
  }
  const isTold = events.some(({ type }) => type === OFFERED);
  if (event?.type === 'ProfileChanged' && event.data.email !== undefined && !isTold) {
    const { data } = event;
    if (sameAddress(event.data.email.from, event.data.email.to)) return [];
    const until = new Date(Date.parse(data.changedAt) + NOTICE_LASTS).toISOString();
    return [{ ...about, until, compose: () => emailChangedMail(parts, userId, data) }];
  }
  return [];
}

async function resetMail(
  { store, resetTokens, origin }: ComposeParts,
  userId: string,
  { requestId, language, tokenHash }: PasswordResetRequested['data'],
): Promise<Message | undefined> {
  const { state } = await loadUser(store, userId);
  // The link was used, or the account's address has changed.
  if (state.status !== 'active' || !state.resets.some((each) => each.requestId === requestId)) return undefined;
  const address = linkOf(origin, '/reset-password', resetTokens.tokenFor(userId, requestId), tokenHash);
  return { to: state.email, ...layOut({ name: 'reset', language, address }) };
}

/** Refuses to send a link that cannot work: another process may still use a secret that was replaced. */
function linkOf(origin: () => string, path: string, made: LinkToken, tokenHash: string): string {
  if (made.tokenHash !== tokenHash) throw new Error('the secret of mailed links has been replaced since the event');
  const address = new URL(path, origin());
  address.searchParams.set('token', made.token);
  return address.href;
}

/** The account, if this change of address is still pending. */
async function waiting({ store }: ComposeParts, userId: string, changeId: string): Promise<ActiveUser | undefined> {
  const { state } = await loadUser(store, userId);
  if (state.status !== 'active' || state.emailChange?.changeId !== changeId) return undefined;
  return state.emailChange.outcome === 'open' ? state : undefined;
}

async function confirmMail(
  parts: ComposeParts,
  userId: string,
  { changeId, tokenHash, email, language }: EmailChangeRequested['data'],
): Promise<Message | undefined> {
  const account = await waiting(parts, userId, changeId);
  if (account === undefined) return undefined;
  const address = linkOf(parts.origin, '/confirm-email', parts.confirmTokens.tokenFor(userId, changeId), tokenHash);
  return { to: email, ...layOut({ name: 'confirmEmail', language, address, account: account.email }) };
}

async function requestedMail(
  parts: ComposeParts,
  userId: string,
  { changeId, cancelHash, language }: EmailChangeRequested['data'],
): Promise<Message | undefined> {
  const account = await waiting(parts, userId, changeId);
  if (account === undefined) return undefined;
  const address = linkOf(parts.origin, '/cancel-email', parts.cancelTokens.tokenFor(userId, changeId), cancelHash);
  return { to: account.email, ...layOut({ name: 'emailChangeRequested', language, address }) };
}

async function emailChangedMail(
  { store, origin }: ComposeParts,
  userId: string,
  { email, language }: ProfileChanged['data'],
): Promise<Message | undefined> {
  const { state } = await loadUser(store, userId);
  if (state.status === 'absent' || email === undefined) return undefined;
  const address = new URL('/contact', origin()).href;
  return { to: email.from, ...layOut({ name: 'emailChangedContact', language, address }) };
}

async function undoMail(
  { store, undoTokens, origin }: ComposeParts,
  userId: string,
  { changeId, tokenHash, from, language }: EmailUndoOffered['data'],
): Promise<Message | undefined> {
  const { state } = await loadUser(store, userId);
  if (state.status === 'absent') return undefined;
  const address = linkOf(origin, '/undo-email', undoTokens.tokenFor(userId, changeId), tokenHash);
  return { to: from, ...layOut({ name: 'emailChangedUndo', language, address }) };
}
