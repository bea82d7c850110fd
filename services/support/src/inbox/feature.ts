import { errorCatalogue } from '@volant/infra/errors/error-catalogue';
import type { SupportFeature } from '../message/support-feature.ts';
import errorTexts from './errors.json' with { type: 'json' };
import { INBOX_RESOLVERS } from './resolvers.ts';

/** The work of the staff on messages: claims, replies, notes. */
export const inbox = {
  resolvers: INBOX_RESOLVERS,
  errors: errorCatalogue(
    {
      MESSAGE_ALREADY_HANDLED: { status: 409 },
      HANDLER_NOT_FOUND: { status: 400, field: 'userId' },
      MESSAGE_WITHOUT_ADDRESS: { status: 409 },
      THREAD_CHANGED: { status: 409 },
      REPLIES_OFF: { status: 409 },
    },
    errorTexts,
  ),
} satisfies SupportFeature;
