import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { openLook, settled, takePicture } from '../screens.ts';
import type { PicturePlace } from './picture-place.ts';

const FOLDER = new URL('../../../web/public/tutorial/', import.meta.url);
/** The size in which the tutorial shows them (`web/src/features/tutorial/tutorial-page.tsx`). */
const SIZE = { width: 360, height: 640 };

interface Shot {
  readonly name: string;
  readonly path: string;
  readonly signedIn?: boolean;
  /** Brings the subject of the step into view. */
  prepare?(page: Page): Promise<void>;
}

const SHOTS: readonly Shot[] = [
  {
    name: 'step1',
    path: '/',
    prepare: (page) => page.locator('.product--visibility').evaluate((element) => element.scrollIntoView()),
  },
  { name: 'step2', path: '/d/demo-libre-1' },
  { name: 'step3', path: '/editor/demo-berline', signedIn: true },
  { name: 'step4', path: '/d/demo-berline' },
];

/** Takes the four pictures of the tutorial, in both languages. */
export async function takeTutorial({ origin, browser, sessions }: PicturePlace): Promise<void> {
  for (const language of ['fr', 'en'] as const) {
    for (const { name, path, signedIn = false, prepare } of SHOTS) {
      const look = { language, theme: 'light', width: SIZE.width } as const;
      const session = signedIn ? sessions.driver : sessions.guest;
      const context = await openLook(browser, look, session, { viewport: SIZE, deviceScaleFactor: 2 });
      const page = await context.newPage();
      await page.goto(origin + path);
      await settled(page);
      await prepare?.(page);
      const picture = await sharp(await takePicture(page))
        .webp({ quality: 80 })
        .toBuffer();
      await writeFile(fileURLToPath(new URL(`${name}-${language}.webp`, FOLDER)), picture);
      await context.close();
    }
  }
}
