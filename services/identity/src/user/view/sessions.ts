import { type Commit, STREAM_ERASED } from '@volant/infra/event-store/event-store';
import type { View, ViewDefinition, ViewDocument, Views, WritableView } from '@volant/infra/views/view-store';
import { userOfStream } from '../domain/user.ts';
import { type SessionEvent, sessionCodec } from '../session/events.ts';
import { sessionOfStream } from '../session/session.ts';

/** A session, also one that is over: erasing an account finds its sessions here. */
export interface SessionDocument extends ViewDocument {
  readonly userId: string;
  /** When it ends, or was ended. */
  readonly expiresAt: string;
  /** Of the issuer's session, as a digest; empty if it has no id, null for a session opened here. */
  readonly issuerSession: string | null;
}

export const SESSIONS_VIEW: ViewDefinition = {
  name: 'sessions-3',
  shape: '7PXrErSRDBcp',
  indexes: ['userId', 'issuerSession'],
};

export function sessionsView(views: Views): View<SessionDocument> {
  return views.view<SessionDocument>(SESSIONS_VIEW);
}

/** Ids of a person's sessions that are neither ended nor expired. */
export async function liveSessions(sessions: View<SessionDocument>, userId: string, now: Date): Promise<string[]> {
  const found = await sessions.find({ userId, expiresAt: { $gt: now.toISOString() } });
  return found.map(({ _id }) => _id);
}

/** Of a session at the issuer, or all of a person that were opened through it. */
export type IssuedSessions = { readonly issuerSession: string } | { readonly userId: string };

export async function issuedSessions(
  sessions: View<SessionDocument>,
  of: IssuedSessions,
  now: Date,
): Promise<readonly string[]> {
  const found = await sessions.find({ ...of, expiresAt: { $gt: now.toISOString() } });
  return found.flatMap(({ _id, issuerSession }) => (issuerSession === null ? [] : [_id]));
}

export async function sessionsOf(sessions: View<SessionDocument>, userId: string): Promise<string[]> {
  return (await sessions.findFields({ userId }, ['_id'])).map(({ _id }) => _id);
}

export async function applyToSessions(sessions: WritableView<SessionDocument>, commit: Commit): Promise<void> {
  const userId = userOfStream(commit.streamId);
  if (userId !== undefined) {
    if (commit.events.some(({ type }) => type === STREAM_ERASED)) await removeWhere(sessions, { userId });
    return;
  }
  const sessionId = sessionOfStream(commit.streamId);
  if (sessionId === undefined) return;
  for (const stored of commit.events) await applyEvent(sessions, sessionId, sessionCodec.read(stored));
}

async function applyEvent(
  sessions: WritableView<SessionDocument>,
  sessionId: string,
  event: SessionEvent | undefined,
): Promise<void> {
  switch (event?.type) {
    case 'SessionOpened': {
      const { userId, expiresAt, issued } = event.data;
      const issuerSession = issued === undefined ? null : (issued.session ?? '');
      return sessions.put({ _id: sessionId, userId, expiresAt, issuerSession });
    }
    case 'SessionConfirmed':
      return;
    case 'SessionEnded': {
      const known = await sessions.get(sessionId);
      return known && sessions.put({ ...known, expiresAt: event.data.endedAt });
    }
    case undefined:
      return sessions.remove(sessionId);
  }
}

async function removeWhere(
  sessions: WritableView<SessionDocument>,
  filter: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const { _id } of await sessions.find(filter)) await sessions.remove(_id);
}
