import { errorCatalogue } from '@volant/infra/errors/error-catalogue';
import { featureView } from '@volant/infra/features/feature';
import { EMAIL_ERRORS } from '@volant/infra/text/email';
import { followErasures } from './commands/follow-erasures.ts';
import { messageCodec } from './domain/events.ts';
import { messageOfStream } from './domain/message.ts';
import errorTexts from './errors.json' with { type: 'json' };
import type { SupportFeature } from './support-feature.ts';
import { applyToInbox, INBOX_VIEW } from './view/inbox-document.ts';
import { STAFF_LOG_VIEW } from './view/staff.ts';

/** The core that all other features stand on. */
export const message = {
  errors: {
    ...EMAIL_ERRORS,
    ...errorCatalogue(
      {
        NAME_TOO_LONG: { status: 400, field: 'name' },
        MESSAGE_TOO_LONG: { status: 400, field: 'message' },
        MESSAGE_NOT_FOUND: { status: 404 },
        THREAD_FULL: { status: 409 },
      },
      errorTexts,
    ),
  },
  events: [messageCodec],
  views: [featureView(INBOX_VIEW, applyToInbox, ({ streamId }) => messageOfStream(streamId))],
  logViews: [STAFF_LOG_VIEW],
  subscriptions: (ports) => [followErasures(ports)],
} satisfies SupportFeature;
