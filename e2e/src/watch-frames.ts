import type { BrowserContext, Page } from 'playwright-core';

export interface Frame {
  readonly seen: boolean;
  readonly lang: string;
  readonly theme: string | undefined;
  readonly text: string;
}

/** Records the content of every frame from the first one on. */
export async function watchFrames(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const frames: unknown[] = [];
    Object.assign(window, { frames_: frames });
    const look = () => {
      const main = document.querySelector('main');
      const { lang, dataset } = document.documentElement;
      if (main !== null) {
        const seen = getComputedStyle(main).visibility === 'visible';
        frames.push({ seen, lang, theme: dataset.theme, text: main.textContent });
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** The recorded frames that show text. */
export async function framesOf(page: Page): Promise<readonly Frame[]> {
  const frames = (await page.evaluate('window.frames_')) as Frame[];
  return frames.filter(({ seen, text }) => seen && text.trim() !== '');
}
