import { deadTopicOf } from './dead-letter.ts';
import type { TopicDefinition } from './message-log.ts';

const DAY = 24 * 60 * 60 * 1000;

export const USERS_TOPIC: TopicDefinition = { name: 'identity.users.v1', cleanup: 'compact' };
export const PAGES_TOPIC: TopicDefinition = { name: 'pages.pages.v1', cleanup: 'compact' };
export const ACTIVITY_TOPIC: TopicDefinition = { name: 'pages.activity.v1', cleanup: 'delete', retentionMs: 7 * DAY };
/** Read by webhooks, which give a message up after a day. */
export const MESSAGES_TOPIC: TopicDefinition = { name: 'support.messages.v1', cleanup: 'delete', retentionMs: 7 * DAY };

/** Several readers may find the same unreadable record repeatedly; compaction leaves one letter for it. */
const USERS_DEAD_TOPIC: TopicDefinition = { name: deadTopicOf(USERS_TOPIC.name), cleanup: 'compact' };
const PAGES_DEAD_TOPIC: TopicDefinition = { name: deadTopicOf(PAGES_TOPIC.name), cleanup: 'compact' };
/** Dead records are kept long enough for a person to inspect them. */
export const ACTIVITY_DEAD_TOPIC: TopicDefinition = {
  name: deadTopicOf(ACTIVITY_TOPIC.name),
  cleanup: 'delete',
  retentionMs: 90 * DAY,
};
export const MESSAGES_DEAD_TOPIC: TopicDefinition = {
  name: deadTopicOf(MESSAGES_TOPIC.name),
  cleanup: 'delete',
  retentionMs: 90 * DAY,
};
export const ALL_TOPICS: readonly TopicDefinition[] = [
  USERS_TOPIC,
  USERS_DEAD_TOPIC,
  PAGES_TOPIC,
  PAGES_DEAD_TOPIC,
  ACTIVITY_TOPIC,
  ACTIVITY_DEAD_TOPIC,
  MESSAGES_TOPIC,
  MESSAGES_DEAD_TOPIC,
];
