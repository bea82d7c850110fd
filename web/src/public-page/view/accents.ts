/** The accents that are offered; the first is the product's own green. */
export const ACCENTS = {
  green: '',
  teal: '#0f766e',
  blue: '#1d4ed8',
  navy: '#1e3a8a',
  purple: '#6b21a8',
  pink: '#9d174d',
  red: '#b91c1c',
  burgundy: '#7f1d1d',
  orange: '#c2410c',
  brown: '#78350f',
  graphite: '#374151',
  black: '#111827',
} as const;
/** Shown for the first. */
export const OWN_GREEN = '#0f4c3a';

/** Name of a colour that is offered; undefined for one of the driver's own. */
export function accentName(color: string): keyof typeof ACCENTS | undefined {
  const names = Object.keys(ACCENTS) as (keyof typeof ACCENTS)[];
  return names.find((name) => ACCENTS[name] === color.toLowerCase());
}
