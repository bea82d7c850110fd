import type { ProjectionDefinition } from '@volant/infra/views/projection';
import { applyToSessions, SESSIONS_VIEW, sessionsView } from './sessions/sessions.ts';
import { applyToUsers, USERS_VIEW, usersView } from './users/users.ts';

export const USERS_PROJECTION: ProjectionDefinition = {
  name: 'identity-users-2',
  views: [USERS_VIEW],
  apply: (commit, views) => applyToUsers(usersView(views), commit),
};

export const SESSIONS_PROJECTION: ProjectionDefinition = {
  name: 'identity-sessions',
  views: [SESSIONS_VIEW],
  apply: (commit, views) => applyToSessions(sessionsView(views), commit),
};
