import { createHash } from 'node:crypto';
import type { LinkPicture } from '@volant/proto/rendering/page-renderer';
import { accentColors } from '../view/accent.ts';
import { initialsOf, text, titleOf } from '../view/profile.ts';
import { truncate } from '../view/truncate.ts';
import type { PublicPageInput } from './public-page-input.ts';

type Pictured = Pick<PublicPageInput, 'displayName' | 'blocks' | 'avatar'>;

/** Changes when pages are drawn in another way. */
const DESIGN = 2;

const OWN_GREEN = '#0f4c3a';
const PAPER = '#faf8f4';
const LONGEST_NAME = 70;
const LONGEST_COMPANY = 60;
/** The characters of the font that the gateway draws with; others would be boxes. */
const DRAWABLE =
  /^[ -~\u00a0-\u00ff\u0100-\u0107\u010a-\u0113\u0116-\u011b\u011e-\u0123\u0126-\u012b\u012e-\u0133\u0136\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u015b\u015e-\u0161\u0164\u0165\u0168-\u017e\u0218-\u021b\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2039\u203a]+$/;

/** Emoji and the like, which names are decorated with. */
const SIGNS = /\p{S}|\p{Cf}|\ufe0e|\ufe0f|\u20e3/gu;

/** Undefined for a page of which nothing can be drawn. */
export function linkPicture({ displayName, blocks, avatar }: Pictured): LinkPicture | undefined {
  const title = titleOf(blocks, displayName);
  const company = title === text(blocks.company) ? '' : drawable(text(blocks.company), LONGEST_COMPANY);
  const name = drawable(title, LONGEST_NAME);
  if ((name || company) === '' && !avatar) return undefined;
  const light = accentColors(blocks.accent)?.light;
  return {
    name: name || company,
    company: name && company,
    initials: initialsOf(name || company),
    accent: light?.accent ?? OWN_GREEN,
    onAccent: light?.on ?? PAPER,
  };
}

/** Without the signs that the font lacks; empty if letters are missing. */
function drawable(words: string, length: number): string {
  const plain = words.replace(SIGNS, (sign) => (DRAWABLE.test(sign) ? sign : ' '));
  const shown = truncate(plain.replace(/\s+/g, ' ').trim(), length);
  return DRAWABLE.test(shown) ? shown : '';
}

/** Part of the picture's address that changes with it, because other sites keep pictures by their address. */
export function pictureVersion(picture: LinkPicture, avatar: string | undefined): string {
  return createHash('sha256')
    .update(JSON.stringify([DESIGN, picture, avatar]))
    .digest('hex')
    .slice(0, 8);
}
