import type { CSSProperties } from 'react';
import { accentColors } from './accent.ts';

/** An accent for the part of a screen that shows a page; browsers without `light-dark()` show the product's. */
export function accentProperties(chosen: string | undefined): CSSProperties | undefined {
  const colors = accentColors(chosen);
  if (colors === undefined || !globalThis.CSS?.supports('color', 'light-dark(#000, #fff)')) return undefined;
  const { light, dark } = colors;
  const properties: Record<`--${string}`, string> = {
    '--accent': `light-dark(${light.accent}, ${dark.accent})`,
    '--on-accent': `light-dark(${light.on}, ${dark.on})`,
    '--accent-soft': `light-dark(${light.soft}, ${dark.soft})`,
    '--portrait': light.accent,
    '--portrait-ring': dark.accent,
  };
  return properties;
}
