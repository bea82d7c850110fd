import type { TopicDefinition } from './message-log.ts';

const DAY = 24 * 60 * 60 * 1000;

export const USERS_TOPIC: TopicDefinition = { name: 'identity.users.v1', cleanup: 'compact' };
export const PAGES_TOPIC: TopicDefinition = { name: 'pages.pages.v1', cleanup: 'compact' };
export const ACTIVITY_TOPIC: TopicDefinition = { name: 'pages.activity.v1', cleanup: 'delete', retentionMs: 7 * DAY };
/** Dead records are kept long enough for a person to look at them. */
export const ACTIVITY_DEAD_TOPIC: TopicDefinition = {
  name: 'pages.activity.v1.dead',
  cleanup: 'delete',
  retentionMs: 90 * DAY,
};
export const ALL_TOPICS: readonly TopicDefinition[] = [USERS_TOPIC, PAGES_TOPIC, ACTIVITY_TOPIC, ACTIVITY_DEAD_TOPIC];
