import { COMMON_ERRORS } from '@volant/infra/errors/common-errors';
import type { EventStore } from '@volant/infra/event-store/event-store';
import { errorsOf, projectionOf } from '@volant/infra/features/gather';
import { announcements } from './announcements/feature.ts';
import { cannedReplies } from './canned-replies/feature.ts';
import { contact } from './contact/feature.ts';
import { inbox } from './inbox/feature.ts';
import { mailbox } from './mailbox/feature.ts';
import { message } from './message/feature.ts';
import type { SupportFeature } from './message/support-feature.ts';
import { INBOX_VIEW } from './message/view/inbox-document.ts';
import { system } from './system/feature.ts';

export const SUPPORT_FEATURES = [
  message,
  contact,
  inbox,
  mailbox,
  cannedReplies,
  announcements,
  system,
] satisfies readonly SupportFeature[];

export const SUPPORT_ERRORS = { ...COMMON_ERRORS, ...errorsOf(SUPPORT_FEATURES) };

export const supportProjection = (store: EventStore) => projectionOf(INBOX_VIEW.name, SUPPORT_FEATURES, store);
