import { eventsOf } from '@volant/infra/event-store/event-codec';
import type { Commit, StoredEvent } from '@volant/infra/event-store/event-store';
import type { Message } from '@volant/infra/mail/mail';
import type { PendingMail } from '@volant/infra/mail/mail-queue';
import { DEFAULT_LANGUAGE } from '@volant/proto/text/languages';
import { loadUser } from '../commands/load-user.ts';
import type { IdentityParts } from '../commands/parts.ts';
import type { LinkToken } from '../credentials/link-tokens.ts';
import { sameAddress } from '../domain/email-undo.ts';
import {
  type EmailChangeRequested,
  type EmailUndoOffered,
  type PageDeactivated,
  type PasswordResetRequested,
  type UserEvent,
  userCodec,
  type WebhookGone,
} from '../domain/events.ts';
import { type ActiveUser, type UserState, userOfStream } from '../domain/user.ts';
import { API_TOKENS_STREAM, type ApiTokenAdded, apiTokenCodec } from '../tokens/events.ts';
import { layOut } from './mail-layout.ts';

const NOTICE_LASTS = 24 * 60 * 60 * 1000;
/** Mails to the person, who may not be the one who did this. */
const NOTICES = {
  TotpEnabled: 'factorOn',
  PasskeyAdded: 'passkeyAdded',
  PasskeyRemoved: 'passkeyRemoved',
  SecondFactorRemoved: 'factorOff',
  BreakGlassUsed: 'breakGlass',
} as const;
const OFFERED: UserEvent['type'] = 'EmailUndoOffered';

type Noticed = Extract<UserEvent, { readonly type: keyof typeof NOTICES }>;
type Account = Exclude<UserState, { readonly status: 'absent' }>;

/** The mail of a feature for an event of an account; undefined if it has none for it. */
export type MailOf = (
  parts: IdentityParts,
  event: UserEvent,
  eventId: string,
) => { readonly until: string; readonly compose: (account: UserState) => Promise<Message | undefined> } | undefined;

export function pendingMailsOf(parts: IdentityParts, mails: readonly MailOf[], commit: Commit): readonly PendingMail[] {
  if (commit.streamId === API_TOKENS_STREAM)
    return eventsOf(apiTokenCodec, [commit]).flatMap((event, i) =>
      event.type === 'ApiTokenAdded' ? [tokenMail(parts, event.data, commit.events[i]?.id ?? '')] : [],
    );
  const userId = userOfStream(commit.streamId);
  return userId === undefined
    ? []
    : commit.events.flatMap((stored) => pendingMailsOfEvent({ parts, mails }, userId, stored, commit));
}

function pendingMailsOfEvent(
  { parts, mails }: { readonly parts: IdentityParts; readonly mails: readonly MailOf[] },
  userId: string,
  stored: StoredEvent,
  { events, at: commitAt }: Commit,
): readonly PendingMail[] {
  const event = userCodec.read(stored);
  const pending = (
    until: string,
    compose: (account: Account) => Promise<Message | undefined> | Message | undefined,
    eventId = stored.id,
  ) => ({
    eventId,
    until,
    isStillNeeded: async () => (await loadUser(parts.store, userId)).state.status === 'active',
    async compose() {
      const { state } = await loadUser(parts.store, userId);
      return state.status === 'absent' ? undefined : compose(state);
    },
  });
  if (event?.type === 'PasswordResetRequested') {
    return [pending(event.data.expiresAt, (account) => resetMail(parts, account, event.data))];
  }
  if (event?.type === 'EmailChangeRequested') {
    const { data } = event;
    const notice = pending(data.expiresAt, (account) => requestedMail(parts, account, data), `${stored.id} present`);
    return data.mailed ? [pending(data.expiresAt, (account) => confirmMail(parts, account, data)), notice] : [notice];
  }
  if (event?.type === 'EmailUndoOffered') {
    return [pending(event.data.expiresAt, (account) => undoMail(parts, account, event.data))];
  }
  const ofFeatures = event === undefined ? [] : mails.flatMap((mailOf) => mailOf(parts, event, stored.id) ?? []);
  if (ofFeatures.length > 0) return ofFeatures.map(({ until, compose }) => pending(until, compose));
  if (event?.type === 'PageDeactivated' || event?.type === 'WebhookGone') {
    return [pending(event.data.expiresAt, (account) => deactivationMail(parts, account, event, stored.id))];
  }
  if (event !== undefined && hasNotice(event)) {
    return [pending(noticeUntil(commitAt), (account) => noticeMail(parts, account, event))];
  }
  const isAnnounced = events.some(({ type }) => type === OFFERED);
  if (event?.type === 'ProfileChanged' && event.data.email !== undefined && !isAnnounced) {
    const { changedAt, language, email } = event.data;
    if (sameAddress(email.from, email.to)) return [];
    const address = () => new URL('/contact', parts.origin()).href;
    const mail = () => ({ to: email.from, ...layOut({ name: 'emailChangedContact', language, address: address() }) });
    return [pending(noticeUntil(changedAt), mail)];
  }
  return [];
}

/** To the administrator, who may not be the one who added the token. */
function tokenMail(
  { store, origin }: IdentityParts,
  { userId, language = DEFAULT_LANGUAGE, addedAt }: ApiTokenAdded['data'],
  eventId: string,
): PendingMail {
  const state = async () => (await loadUser(store, userId)).state;
  return {
    eventId,
    until: noticeUntil(addedAt),
    isStillNeeded: async () => (await state()).status === 'active',
    async compose() {
      const account = await state();
      if (account.status === 'absent') return undefined;
      const address = new URL('/forgot-password', origin()).href;
      return { to: account.email, ...layOut({ name: 'tokenAdded', language, address }) };
    },
  };
}

function noticeUntil(at: string): string {
  return new Date(Date.parse(at) + NOTICE_LASTS).toISOString();
}

function hasNotice(event: UserEvent): event is Noticed {
  return Object.hasOwn(NOTICES, event.type);
}

function noticeMail({ origin }: IdentityParts, { email }: Account, { type, data: { language } }: Noticed): Message {
  const address = new URL('/forgot-password', origin()).href;
  return { to: email, ...layOut({ name: NOTICES[type], language, address }) };
}

function deactivationMail(
  { origin }: IdentityParts,
  { email }: Account,
  event: PageDeactivated | WebhookGone,
  id: string,
): Message {
  const { language } = event.data;
  const addressOf = (path: string) => new URL(path, origin()).href;
  if (event.type === 'WebhookGone') {
    const { host } = event.data;
    return { id, to: email, ...layOut({ name: 'webhookGone', language, address: addressOf('/admin'), host }) };
  }
  const { pageId, reason } = event.data;
  const deactivation = { page: addressOf(`/d/${pageId}`), reason };
  return { id, to: email, ...layOut({ name: 'deactivated', language, address: addressOf('/contact'), deactivation }) };
}

function resetMail(
  { resetTokens, origin }: IdentityParts,
  account: Account,
  { requestId, language, tokenHash }: PasswordResetRequested['data'],
): Message | undefined {
  // The link was used, or the account's address has changed.
  if (account.status !== 'active' || !account.resets.some((each) => each.requestId === requestId)) return undefined;
  const address = linkOf(origin, '/reset-password', resetTokens.tokenFor(account.userId, requestId), tokenHash);
  return { to: account.email, ...layOut({ name: 'reset', language, address }) };
}

/** Refuses to send a link that cannot work: another process may still use a secret that was replaced. */
function linkOf(origin: () => string, path: string, made: LinkToken, tokenHash: string): string {
  if (made.tokenHash !== tokenHash) throw new Error('the secret of mailed links has been replaced since the event');
  const address = new URL(path, origin());
  address.searchParams.set('token', made.token);
  return address.href;
}

/** Whether this change of the account's address is still pending. */
function isWaiting(account: Account, changeId: string): account is ActiveUser {
  const change = account.status === 'active' ? account.emailChange : undefined;
  return change?.changeId === changeId && change.outcome === 'open';
}

function confirmMail(
  { confirmTokens, origin }: IdentityParts,
  account: Account,
  { changeId, tokenHash, email, language }: EmailChangeRequested['data'],
): Message | undefined {
  if (!isWaiting(account, changeId)) return undefined;
  const address = linkOf(origin, '/confirm-email', confirmTokens.tokenFor(account.userId, changeId), tokenHash);
  return { to: email, ...layOut({ name: 'confirmEmail', language, address, account: account.email }) };
}

function requestedMail(
  { cancelTokens, origin }: IdentityParts,
  account: Account,
  { changeId, cancelHash, language }: EmailChangeRequested['data'],
): Message | undefined {
  if (!isWaiting(account, changeId)) return undefined;
  const address = linkOf(origin, '/cancel-email', cancelTokens.tokenFor(account.userId, changeId), cancelHash);
  return { to: account.email, ...layOut({ name: 'emailChangeRequested', language, address }) };
}

function undoMail(
  { undoTokens, origin }: IdentityParts,
  { userId }: Account,
  { changeId, tokenHash, from, language }: EmailUndoOffered['data'],
): Message {
  const address = linkOf(origin, '/undo-email', undoTokens.tokenFor(userId, changeId), tokenHash);
  return { to: from, ...layOut({ name: 'emailChangedUndo', language, address }) };
}
