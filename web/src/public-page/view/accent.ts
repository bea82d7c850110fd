import { contrastOf } from './palette.ts';

/** Colours that follow from an accent colour, in one theme. */
interface AccentColors {
  readonly accent: string;
  /** Text on the accent. */
  readonly on: string;
  /** Ground of quieter buttons, with text in the accent. */
  readonly soft: string;
}

/** As text must be readable: WCAG's AA. The accent is also the colour of texts. */
const READABLE = 4.5;
/** `--paper` of both themes, and what text on the accent is made of. */
const THEMES = {
  light: { paper: '#faf8f4', on: '#faf8f4', towards: '#000000', soft: 0.12 },
  dark: { paper: '#0d1211', on: '#06140e', towards: '#ffffff', soft: 0.16 },
} as const;
const STEPS = 40;

/** The colours of a chosen accent, made darker or lighter until every text is readable; undefined for none. */
export function accentColors(
  chosen: string | undefined,
): Readonly<Record<keyof typeof THEMES, AccentColors>> | undefined {
  if (chosen === undefined || !/^#[\da-f]{6}$/i.test(chosen)) return undefined;
  return { light: colorsIn('light', chosen), dark: colorsIn('dark', chosen) };
}

function colorsIn(theme: keyof typeof THEMES, chosen: string): AccentColors {
  const { paper, on, towards, soft } = THEMES[theme];
  for (let step = 0; ; step += 1) {
    const accent = mixed(chosen, towards, step / STEPS);
    const colors = { accent, on, soft: mixed(paper, accent, soft) };
    const readable = [on, paper, colors.soft].every((other) => contrastOf(accent, other) >= READABLE);
    if (readable || step === STEPS) return colors;
  }
}

/** A colour with a share of another one. */
function mixed(color: string, other: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [from, to] = [color, other].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number];
    return Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}
