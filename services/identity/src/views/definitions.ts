import type { ProjectionDefinition } from '@volant/infra/views/projection';
import { applyToSessions, SESSIONS_VIEW } from './sessions/sessions.ts';
import { applyToUsers, USERS_VIEW } from './users/users.ts';

export const USERS_PROJECTION: ProjectionDefinition = {
  name: 'identity-users-2',
  views: [USERS_VIEW],
  apply: (commit, views) => applyToUsers(views.view(USERS_VIEW), commit),
};

export const SESSIONS_PROJECTION: ProjectionDefinition = {
  name: 'identity-sessions',
  views: [SESSIONS_VIEW],
  apply: (commit, views) => applyToSessions(views.view(SESSIONS_VIEW), commit),
};
