import type { Browser } from 'playwright-core';
import type { Sessions } from '../screens.ts';

/** The product and the browser that take the pictures. */
export interface PicturePlace {
  readonly origin: string;
  readonly browser: Browser;
  readonly sessions: Sessions;
}
