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
    // The two cards alone, as large as the picture.
    prepare: (page) =>
      page.locator('.product--packMax .product__stage').evaluate((stage: HTMLElement) => {
        document.body.replaceChildren(stage);
        stage.style.cssText =
          'aspect-ratio: auto; min-height: 100vh; margin: 0; border-radius: 0; align-content: center; gap: 2rem';
        const [large, small] = stage.querySelectorAll<SVGElement>('.card-art');
        if (large === undefined || small === undefined) throw new Error('a pack has two cards');
        large.style.cssText = 'position: static; width: 58%; transform: rotate(-3deg)';
        small.style.cssText = 'position: static; width: 80%; transform: rotate(4deg)';
      }),
  },
  { name: 'step2', path: '/d/demo-libre-1' },
  { name: 'step3', path: '/editor/demo-berline', signedIn: true },
  { name: 'step4', path: '/d/demo-berline' },
];

const THEMES = { light: '', dark: '-dark' } as const;

/** Takes the four pictures of the tutorial, in both languages and themes. */
export async function takeTutorial(place: PicturePlace): Promise<void> {
  for (const language of ['fr', 'en'] as const) {
    for (const theme of ['light', 'dark'] as const) {
      for (const shot of SHOTS) {
        const picture = await sharp(await takeShot(place, shot, language, theme))
          .webp({ quality: 80 })
          .toBuffer();
        await writeFile(fileURLToPath(new URL(`${shot.name}-${language}${THEMES[theme]}.webp`, FOLDER)), picture);
      }
    }
  }
}

async function takeShot(
  { origin, browser, sessions }: PicturePlace,
  { path, signedIn = false, prepare }: Shot,
  language: 'fr' | 'en',
  theme: keyof typeof THEMES,
): Promise<Buffer> {
  const session = signedIn ? sessions.driver : sessions.guest;
  const look = { language, theme, width: SIZE.width };
  const context = await openLook(browser, look, session, { viewport: SIZE, deviceScaleFactor: 2 });
  const page = await context.newPage();
  await page.goto(origin + path);
  await settled(page);
  await prepare?.(page);
  const picture = await takePicture(page);
  await context.close();
  return picture;
}
