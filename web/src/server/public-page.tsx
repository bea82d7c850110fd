import { renderToStaticMarkup } from 'react-dom/server';
import { customItemsOf } from '../features/public-page/items.ts';
import { type DisplayStyle, displayStyleOf, type Profile } from '../features/public-page/profile.ts';
import { groupedNumber } from '../ui/grouped-number.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { Document } from './document.tsx';
import { headScript } from './head-script.ts';
import type { PublicPageInput } from './public-page-input.ts';
import { styleSheetOf } from './styles.ts';

export interface RenderedPage {
  readonly html: string;
  /** Its style sheet, which stands in many other pages as well. */
  readonly shared: string;
  readonly contentSecurityPolicy: string;
}

/** Where the style sheet goes: nobody can write this into a page. */
const STYLE_PLACE = '<style></style>';

/** The finished page /d/{id} and the policy it has to be sent with. */
export function renderPublicPage(input: PublicPageInput): RenderedPage {
  const { style, policy } = sheetOf(displayStyleOf(input.blocks), customItemsOf(input.blocks).length > 0);
  const page = { ...input, blocks: withGroupedNumbers(input.blocks) };
  const markup = renderToStaticMarkup(<Document {...page} headScript={headScript} />);
  // React would look through a whole style sheet for what has to be escaped.
  const html = `<!DOCTYPE html>${markup.replace(STYLE_PLACE, () => style)}`;
  return { html, shared: style, contentSecurityPolicy: policy };
}

interface Sheet {
  /** With its tags. */
  readonly style: string;
  readonly policy: string;
}

/** A handful; found by a short key, as to hash a whole style sheet for each page takes a twentieth of its rendering. */
const sheets = new Map<string, Sheet>();

function sheetOf(displayStyle: DisplayStyle, hasCustomItems: boolean): Sheet {
  const key = `${displayStyle} ${hasCustomItems}`;
  const known = sheets.get(key);
  if (known !== undefined) return known;
  const style = styleSheetOf(displayStyle, hasCustomItems);
  const made = { style: `<style>${style}</style>`, policy: contentSecurityPolicy({ script: headScript, style }) };
  sheets.set(key, made);
  return made;
}

/** Numbers as people read them; those that were saved by the editor are so already. */
function withGroupedNumbers(profile: Profile): Profile {
  return {
    ...profile,
    phone: profile.phone && groupedNumber(profile.phone),
    whatsapp: profile.whatsapp && groupedNumber(profile.whatsapp),
  };
}
