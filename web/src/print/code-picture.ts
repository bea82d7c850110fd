import { type QrRuns, qrRuns, runsPath } from '../ui/qr-path.ts';
import { type Command, svgPath } from './drawing.ts';
import { type Lettering, textBlock } from './lettering.ts';

/** A code with the domain of its link under it, as on the cards; lengths are in modules. */
export interface CodePicture {
  readonly code: QrRuns;
  readonly width: number;
  readonly height: number;
  /** Outline of the domain. */
  readonly label: readonly Command[];
}

/** @param letters undefined if the typeface cannot be loaded: then the domain is left out */
export function codePicture(link: string, letters: Lettering | undefined, mask?: number): CodePicture {
  const code = qrRuns(link, mask);
  const { size } = code;
  if (letters === undefined) return { code, width: size, height: size, label: [] };
  const block = { x: 0, y: size * 1.04, width: size, size: size * 0.085, ink: 'black', centred: true } as const;
  return {
    code,
    width: size,
    height: Math.ceil(size * 1.1),
    label: textBlock(letters, new URL(link).host, block).path,
  };
}

export function codeSvg(picture: CodePicture): string {
  const { width, height, label } = picture;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">`,
    `<path fill="#fff" d="M0 0h${width}v${height}H0z"/>`,
    `<path fill="#000" shape-rendering="crispEdges" d="${runsPath(picture.code)}"/>`,
    label.length === 0 ? '' : `<path fill="#000" d="${svgPath(label)}"/>`,
    '</svg>',
  ].join('');
}
