import { accentColors } from '../view/accent.ts';

type Colors = NonNullable<ReturnType<typeof accentColors>>['light'];

/** Style sheet with the accent that the driver chose, to append after the page's; empty without one. */
export function accentStyle(chosen: string | undefined): string {
  const colors = accentColors(chosen);
  if (colors === undefined) return '';
  const of = ({ accent, on, soft }: Colors) => `--accent:${accent};--on-accent:${on};--accent-soft:${soft}`;
  const { light, dark } = colors;
  return [
    `:root{${of(light)};--portrait:${light.accent};--portrait-ring:${dark.accent}}`,
    `@media screen and (prefers-color-scheme:dark){:root:not([data-theme='light']){${of(dark)}}}`,
    `@media screen{:root[data-theme='dark']{${of(dark)}}}`,
  ].join('');
}
