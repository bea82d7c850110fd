import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoInBrowser, openSharedDemo } from '../src/demo-in-browser.ts';
import { REFERENCE_SHOTS } from '../src/pictures/reference-shots.ts';
import { difference, gridOf, keepDiffering, readReference, TOLERANCE, takeShot } from '../src/pictures/references.ts';
import { steadied } from '../src/pictures/steady.ts';

let demo: DemoInBrowser;

beforeAll(async () => {
  demo = await openSharedDemo();
});
afterAll(() => demo.close());

/** If this fails, see ADR 18: look at the picture, then fix the screen or retake the reference. */
test.each(REFERENCE_SHOTS)('$name matches its reference', async (shot) => {
  const picture = await takeShot(demo.browser, demo.product.origin, demo.sessions, shot);
  const differing = difference(await gridOf(picture), await readReference(shot.name));
  const seen = differing > TOLERANCE ? await keepDiffering(shot.name, picture) : '';
  expect(differing, `see ${seen}; "npm run screenshots -- references" takes it anew`).toBeLessThanOrEqual(TOLERANCE);
});

describe('the comparison', () => {
  test('detects a button that has moved by a line, and one of another colour', async () => {
    const shot = REFERENCE_SHOTS.find(({ name }) => name === 'login');
    if (shot === undefined) throw new Error('the log-in is one of the references');
    const picture = await takeShot(demo.browser, demo.product.origin, demo.sessions, shot);
    const { default: sharp } = await import('sharp');
    const { width = 0 } = await sharp(picture).metadata();
    const button = { left: 16, top: 560, width: width - 32, height: 44 };
    const moved = await sharp(picture)
      .composite([{ input: await sharp(picture).extract(button).toBuffer(), left: button.left, top: button.top + 24 }])
      .png()
      .toBuffer();
    const grey = {
      create: { width: button.width, height: button.height, channels: 3, background: '#8b8675' },
    } as const;
    const recoloured = await sharp(picture)
      .composite([{ input: await sharp(grey).png().toBuffer(), left: button.left, top: button.top }])
      .png()
      .toBuffer();
    const reference = await gridOf(picture);
    expect(difference(await gridOf(moved), reference)).toBeGreaterThan(TOLERANCE);
    expect(difference(await gridOf(recoloured), reference)).toBeGreaterThan(TOLERANCE);
  });

  test('replaces every date and every figure by a fixed one', () => {
    expect(steadied({ a: 12, b: [{ at: '2026-11-22T10:00:00.123Z', day: '2026-11-22' }], c: 'Lyon', d: null })).toEqual(
      {
        a: 7,
        b: [{ at: '2026-03-14T09:26:53.000Z', day: '2026-03-14' }],
        c: 'Lyon',
        d: null,
      },
    );
  });
});
