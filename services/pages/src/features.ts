import { COMMON_ERRORS } from '@volant/infra/errors/common-errors';
import type { EventStore } from '@volant/infra/event-store/event-store';
import { errorsOf, projectionOf } from '@volant/infra/features/gather';
import { administration } from './administration/feature.ts';
import { batches } from './batches/feature.ts';
import { cards } from './cards/feature.ts';
import { history } from './history/feature.ts';
import { images } from './images/feature.ts';
import { page } from './page/feature.ts';
import type { PagesFeature } from './page/pages-feature.ts';
import { PAGES_VIEW } from './page/view/page-document.ts';
import { system } from './system/feature.ts';
import { webhooks } from './webhooks/feature.ts';

export const PAGES_FEATURES = [
  page,
  administration,
  batches,
  cards,
  history,
  images,
  webhooks,
  system,
] satisfies readonly PagesFeature[];

export const PAGES_ERRORS = { ...COMMON_ERRORS, ...errorsOf(PAGES_FEATURES) };

export const pagesProjection = (store: EventStore) => projectionOf(PAGES_VIEW.name, PAGES_FEATURES, store);
