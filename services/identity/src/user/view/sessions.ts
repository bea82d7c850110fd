import { type Commit, STREAM_ERASED } from '@volant/infra/event-store/event-store';
import type { View, ViewDefinition, ViewDocument, Views, WritableView } from '@volant/infra/views/view-store';
import { userOfStream } from '../domain/user.ts';
import { sessionCodec } from '../session/events.ts';
import { sessionOfStream } from '../session/session.ts';

/** A session, also one that is over: erasing an account finds its sessions here. */
export interface SessionDocument extends ViewDocument {
  readonly userId: string;
  /** When it ends, or was ended. */
  readonly expiresAt: string;
}

export const SESSIONS_VIEW: ViewDefinition = { name: 'sessions-2', shape: 'c7WCKdsPfsPB', indexes: ['userId'] };

export function sessionsView(views: Views): View<SessionDocument> {
  return views.view<SessionDocument>(SESSIONS_VIEW);
}

/** Ids of a person's sessions that are neither ended nor expired. */
export async function liveSessions(sessions: View<SessionDocument>, userId: string, now: Date): Promise<string[]> {
  const found = await sessions.find({ userId, expiresAt: { $gt: now.toISOString() } });
  return found.map(({ _id }) => _id);
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
  for (const stored of commit.events) {
    const event = sessionCodec.read(stored);
    if (event?.type === 'SessionOpened') {
      const { userId: owner, expiresAt } = event.data;
      await sessions.put({ _id: sessionId, userId: owner, expiresAt });
    } else if (event?.type === 'SessionEnded') {
      const known = await sessions.get(sessionId);
      if (known !== undefined) await sessions.put({ ...known, expiresAt: event.data.endedAt });
    } else await sessions.remove(sessionId);
  }
}

async function removeWhere(
  sessions: WritableView<SessionDocument>,
  filter: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const { _id } of await sessions.find(filter)) await sessions.remove(_id);
}
