import { PAGE_ERRORS, PHONE_ERRORS } from '@volant/infra/errors/common-errors';
import { errorCatalogue } from '@volant/infra/errors/error-catalogue';
import { featureView } from '@volant/infra/features/feature';
import { EMAIL_ERRORS } from '@volant/infra/text/email';
import { CONTACT_CODES, type ContactCode } from '@volant/proto/contact/contacts';
import { REGISTER_CODES } from '@volant/proto/profile/registers';
import { pageCodec } from './domain/events.ts';
import { imageCodec } from './domain/image.ts';
import { uidOfStream } from './domain/page.ts';
import errorTexts from './errors.json' with { type: 'json' };
import { jobsOfPages } from './jobs.ts';
import { createNotices } from './notices.ts';
import { PAGE_OCCURRENCES } from './occurrences.ts';
import { PAGE_LIMIT_SHAPE } from './page-limit.ts';
import type { PagesFeature } from './pages-feature.ts';
import { PAGE_RESOLVERS } from './resolvers.ts';
import { isBeingRewritten } from './rewriting/keep-stream.ts';
import { KNOWN_USERS_LOG_VIEW } from './view/known-users.ts';
import { applyToPages, PAGES_VIEW, type PageDocument } from './view/page-document.ts';
import { applyToDeletions, applyToImages, DELETIONS_VIEW, IMAGES_VIEW } from './view/upkeep.ts';

/** One code for each contact: its text has no usable value. */
function eachContact<T>(value: T): Record<ContactCode, T> {
  return Object.fromEntries(CONTACT_CODES.map((code) => [code, value])) as Record<ContactCode, T>;
}

/** One code for each register number: it cannot exist. */
function eachRegister<T>(value: T): Record<(typeof REGISTER_CODES)[number], T> {
  return Object.fromEntries(REGISTER_CODES.map((code) => [code, value])) as Record<(typeof REGISTER_CODES)[number], T>;
}

/** The core that all other features stand on. */
export const page = {
  resolvers: PAGE_RESOLVERS,
  errors: {
    ...PAGE_ERRORS,
    ...errorCatalogue(
      {
        ...eachContact({ status: 400 }),
        ...eachRegister({ status: 400 }),
        PAGE_ALREADY_CLAIMED: { status: 400 },
        PAGE_INACTIVE: { status: 403 },
        PAGE_DEACTIVATED: { status: 403 },
        PAGE_CHANGED: { status: 412 },
        PAGE_ID_REQUIRED: { status: 400, field: 'id' },
        PAGE_ID_INVALID: { status: 400, field: 'id' },
        PAGE_ID_TAKEN: { status: 409, field: 'id' },
        PAGE_LIMIT_REACHED: { status: 409 },
        NAMES_REQUIRED: { status: 400 },
        REASON_REQUIRED: { status: 400, field: 'reason' },
        OWNER_NOT_FOUND: { status: 400, field: 'ownerId' },
        IMAGE_NOT_FOUND: { status: 400, field: 'avatar' },
        VERSION_NOT_FOUND: { status: 404 },
      },
      errorTexts,
      'CONTACT_INVALID',
    ),
    ...EMAIL_ERRORS,
    ...PHONE_ERRORS,
  },
  events: [pageCodec, imageCodec],
  views: [
    featureView<PageDocument>(
      PAGES_VIEW,
      (view, commit, store) => applyToPages(view, commit, (uid) => isBeingRewritten(store, uid)),
      ({ streamId }) => uidOfStream(streamId),
    ),
    featureView(IMAGES_VIEW, applyToImages),
    featureView(DELETIONS_VIEW, applyToDeletions),
  ],
  logViews: [KNOWN_USERS_LOG_VIEW],
  settings: { shape: PAGE_LIMIT_SHAPE },
  occurrences: PAGE_OCCURRENCES,
  subscriptions: (ports) => [createNotices(ports)],
  jobs: jobsOfPages,
} satisfies PagesFeature;
