import type { ProjectionDefinition } from '@volant/infra/views/projection';
import { userOfStream } from '../domain/user.ts';
import { applyToSessions, SESSIONS_VIEW } from './sessions.ts';
import { applyToUsers, USERS_VIEW } from './users.ts';

export const USERS_PROJECTION: ProjectionDefinition = {
  name: 'identity-users-6',
  views: [USERS_VIEW],
  apply: (commit, views) => applyToUsers(views.view(USERS_VIEW), commit),
  readAhead: (commits, views) =>
    views.view(USERS_VIEW).getMany(commits.flatMap(({ streamId }) => userOfStream(streamId) ?? [])),
};

export const SESSIONS_PROJECTION: ProjectionDefinition = {
  name: 'identity-sessions-3',
  views: [SESSIONS_VIEW],
  apply: (commit, views) => applyToSessions(views.view(SESSIONS_VIEW), commit),
};
