// @vitest-environment node
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { accentColors } from './accent.ts';
import { contrastOf } from './palette.ts';

const tokens = readFileSync(new URL('../../ui/tokens.css', import.meta.url), 'utf8');
const [, paperByDay = '', paperByNight = ''] = /--paper: light-dark\((#\w+), (#\w+)\)/.exec(tokens) ?? [];
const [, surfaceByDay = '', surfaceByNight = ''] = /--surface: light-dark\((#\w+), (#\w+)\)/.exec(tokens) ?? [];

const steps = ['00', '55', 'aa', 'ff'];
const cube = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)));

describe('the colours of an accent', () => {
  it.each(cube)('are readable in both themes for %s', (chosen) => {
    const colors = accentColors(chosen);
    if (colors === undefined) throw new Error('no colours');
    for (const [theme, ...grounds] of [
      ['light', paperByDay, surfaceByDay] as const,
      ['dark', paperByNight, surfaceByNight] as const,
    ]) {
      const { accent, on, soft } = colors[theme];
      for (const ground of [...grounds, soft, on]) expect(contrastOf(accent, ground)).toBeGreaterThanOrEqual(4.5);
    }
    // The portrait: its text, and the ring around it.
    expect(contrastOf(colors.light.accent, '#faf8f4')).toBeGreaterThanOrEqual(4.5);
  });

  it('keep a colour that is readable as it is', () => {
    expect(accentColors('#1E3A8A')?.light.accent).toBe('#1e3a8a');
  });

  it.each([undefined, '', 'red', '#12345', '#1e3a8a;}'])('are those of the product for %j', (chosen) => {
    expect(accentColors(chosen)).toBeUndefined();
  });
});
