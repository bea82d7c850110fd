import { renderToStaticMarkup } from 'react-dom/server';
import { customItemsOf } from '../features/public-page/items.ts';
import { displayStyleOf, type Profile } from '../features/public-page/profile.ts';
import { groupedNumber } from '../ui/grouped-number.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { Document } from './document.tsx';
import { headScript } from './head-script.ts';
import type { PublicPageInput } from './public-page-input.ts';
import { styleSheetOf } from './styles.ts';

/** The finished page /d/{id} and the policy it has to be sent with. */
export function renderPublicPage(input: PublicPageInput): { html: string; contentSecurityPolicy: string } {
  const style = styleSheetOf(displayStyleOf(input.blocks), customItemsOf(input.blocks).length > 0);
  const page = { ...input, blocks: withGroupedNumbers(input.blocks) };
  const html = `<!DOCTYPE html>${renderToStaticMarkup(<Document {...page} style={style} headScript={headScript} />)}`;
  return { html, contentSecurityPolicy: policyFor(style) };
}

/** As many as there are style sheets, a handful. */
const policies = new Map<string, string>();

function policyFor(style: string): string {
  const known = policies.get(style);
  if (known !== undefined) return known;
  const made = contentSecurityPolicy({ script: headScript, style });
  policies.set(style, made);
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
