import { accounts, erasure } from './accounts.ts';
import { administration, searches } from './administration.ts';
import { events } from './events.ts';
import { pages, passengers } from './pages.ts';
import { pictures } from './pictures.ts';
import { refusals, site } from './refusals.ts';
import type { Chapter } from './stage.ts';
import { support } from './support.ts';

/** In the order of execution. */
export const SCRIPT: readonly Chapter[] = [
  site,
  accounts,
  pages,
  passengers,
  pictures,
  events,
  searches,
  administration,
  support,
  refusals,
  erasure,
];
