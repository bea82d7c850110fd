import { renderToStaticMarkup } from 'react-dom/server';
import { customItemsOf } from '../features/public-page/items.ts';
import { type DisplayStyle, displayStyleOf, type Profile } from '../features/public-page/profile.ts';
import { groupedNumber } from '../ui/grouped-number.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { Document } from './document.tsx';
import { headScript } from './head-script.ts';
import type { PublicPageInput } from './public-page-input.ts';
import { styleSheetOf } from './styles.ts';

/** The finished page /d/{id} and the policy it has to be sent with. */
export function renderPublicPage(input: PublicPageInput): { html: string; contentSecurityPolicy: string } {
  const { style, policy } = sheetOf(displayStyleOf(input.blocks), customItemsOf(input.blocks).length > 0);
  const page = { ...input, blocks: withGroupedNumbers(input.blocks) };
  const html = `<!DOCTYPE html>${renderToStaticMarkup(<Document {...page} style={style} headScript={headScript} />)}`;
  return { html, contentSecurityPolicy: policy };
}

interface Sheet {
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
  const made = { style, policy: contentSecurityPolicy({ script: headScript, style }) };
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
