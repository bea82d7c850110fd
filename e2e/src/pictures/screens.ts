import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Look, openLook, picturesThere, SCREENS, settled, takePicture, VISITORS } from '../screens.ts';
import type { PicturePlace } from './picture-place.ts';
import { makeSheets } from './sheet.ts';

const FOLDER = fileURLToPath(new URL('../../../docs/screenshots', import.meta.url));

const LOOKS: readonly Look[] = [360, 1280].flatMap((width) =>
  (['light', 'dark'] as const).flatMap((theme) =>
    (['fr', 'en'] as const).map((language): Look => ({ language, theme, width })),
  ),
);

const nameOf = (address: string) => address.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'landing';

/** Full-page pictures of every screen, in each language and theme, at phone and desktop width. */
export async function takeScreens({ origin, browser, sessions }: PicturePlace): Promise<void> {
  await rm(FOLDER, { recursive: true, force: true });
  for (const look of LOOKS) {
    const folder = path.join(FOLDER, `${look.width}-${look.theme}-${look.language}`);
    await mkdir(folder, { recursive: true });
    for (const visitor of VISITORS) {
      const context = await openLook(browser, look, sessions[visitor]);
      const page = await context.newPage();
      for (const screen of SCREENS.filter((one) => one.visitor === visitor)) {
        await page.goto(origin + screen.path);
        await settled(page);
        await picturesThere(page);
        await takePicture(page, { path: path.join(folder, `${nameOf(screen.path)}-${visitor}.png`), fullPage: true });
      }
      await context.close();
    }
  }
  await makeSheets(FOLDER);
}
