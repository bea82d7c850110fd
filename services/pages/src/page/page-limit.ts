import { wholeNumber } from '@volant/infra/process/settings/process-settings';

/** Default maximum of pages that a driver may create. */
export const MAX_PAGES_PER_DRIVER = 20;

/** The limit as a setting of a process. */
export const PAGE_LIMIT_SHAPE = {
  VOLANT_MAX_PAGES_PER_DRIVER: wholeNumber(1, 10_000).default(MAX_PAGES_PER_DRIVER),
};
