import { CONTACT_FIELDS, CONTACTS, isNumber } from '@volant/proto/contact/contacts';
import type { DisplayStyle } from '@volant/proto/profile/profile';
import { renderToStaticMarkup } from 'react-dom/server';
import { displayStyleOf, type Profile } from '../features/public-page/profile.ts';
import { groupedNumber } from '../ui/grouped-number.ts';
import { accentStyle } from './accent-style.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { PublicDocument } from './document.tsx';
import { headScript } from './head-script.ts';
import type { PublicPageInput } from './public-page-input.ts';
import { styleSheets } from './styles.ts';

export interface RenderedPage {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/** The inline code of each style and its policy, hashed once. */
const kinds = { modern: kindOf('modern'), minimal: kindOf('minimal'), buttons: kindOf('buttons') };

function kindOf(displayStyle: DisplayStyle) {
  const inline = { script: headScript, styles: [styleSheets[displayStyle]] };
  return { inline, contentSecurityPolicy: contentSecurityPolicy(inline) };
}

/** With the accent of the driver in a style sheet of its own. */
function accented(kind: ReturnType<typeof kindOf>, accent: string): ReturnType<typeof kindOf> {
  if (accent === '') return kind;
  const inline = { ...kind.inline, styles: [...kind.inline.styles, accent] };
  return { inline, contentSecurityPolicy: contentSecurityPolicy(inline) };
}

/** The server-rendered page /d/{id}, and the policy to send with it. */
export function renderPublicPage(input: PublicPageInput): RenderedPage {
  const kind = kinds[displayStyleOf(input.blocks)];
  const { inline, contentSecurityPolicy } = accented(kind, accentStyle(input.blocks.accent));
  const blocks = withGroupedNumbers(input.blocks);
  const html = renderToStaticMarkup(<PublicDocument {...input} blocks={blocks} inline={inline} />);
  return { html: `<!DOCTYPE html>${html}`, contentSecurityPolicy };
}

/** Groups phone numbers for readability. */
function withGroupedNumbers(profile: Profile): Profile {
  const numbers = CONTACT_FIELDS.filter(isNumber).map((field) => [
    field,
    grouped(profile[field], CONTACTS[field].read),
  ]);
  return { ...profile, ...Object.fromEntries(numbers) };
}

function grouped(
  value: string | undefined,
  read: (value: string) => { readonly text: string } | undefined,
): string | undefined {
  return value && groupedNumber(read(value)?.text ?? value);
}
