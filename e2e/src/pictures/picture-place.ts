import type { Browser } from 'playwright-core';
import type { Sessions } from '../screens.ts';

/** Where pictures are taken. */
export interface PicturePlace {
  readonly origin: string;
  readonly browser: Browser;
  readonly sessions: Sessions;
}
