import { CONTACT_FIELDS, CONTACTS, isNumber } from '@volant/proto/contact/contacts';
import type { DisplayStyle } from '@volant/proto/profile/profile';
import { hasCustomItems } from '../features/public-page/items.ts';
import { displayStyleOf, type Profile } from '../features/public-page/profile.ts';
import type { Language } from '../features/public-page/texts.tsx';
import { groupedNumber } from '../ui/grouped-number.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { documentRest, documentStart } from './document.tsx';
import { headScript } from './head-script.ts';
import type { PublicPageInput } from './public-page-input.ts';
import { styleSheetOf } from './styles.ts';

/** The start that many documents share, including the style sheet. */
interface PageStart {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

export interface RenderedPage {
  /** The same object for all documents that share it. */
  readonly start: PageStart;
  /** The rest of the document. */
  readonly own: string;
}

/** The server-rendered page /d/{id}, and the policy to send with it. */
export function renderPublicPage(input: PublicPageInput): RenderedPage {
  const { language, blocks } = input;
  return {
    start: startOf(language, displayStyleOf(blocks), hasCustomItems(blocks)),
    own: documentRest({ ...input, blocks: withGroupedNumbers(blocks) }),
  };
}

/**
 * Few entries. Cached by a short key, because hashing a style sheet for each page would take a twentieth of the
 * render time.
 */
const starts = new Map<string, PageStart>();

function startOf(language: Language, displayStyle: DisplayStyle, withCustomItems: boolean): PageStart {
  const key = `${language} ${displayStyle} ${withCustomItems}`;
  const known = starts.get(key);
  if (known !== undefined) return known;
  const inline = { script: headScript, style: styleSheetOf(displayStyle, withCustomItems) };
  const made = { html: documentStart(language, inline), contentSecurityPolicy: contentSecurityPolicy(inline) };
  starts.set(key, made);
  return made;
}

/** Groups phone numbers for readability. */
function withGroupedNumbers(profile: Profile): Profile {
  const numbers = CONTACT_FIELDS.filter(isNumber).map((field) => [
    field,
    grouped(profile[field], CONTACTS[field].read),
  ]);
  return { ...profile, ...Object.fromEntries(numbers) };
}

/** The editor's own format. Skip parsing it: parsing such a number costs as much as rendering half the page. */
const IN_GROUPS = /^\+\d{1,3}(?: \d{1,4}){2,}$/;

function grouped(
  value: string | undefined,
  read: (value: string) => { readonly text: string } | undefined,
): string | undefined {
  return value && !IN_GROUPS.test(value) ? groupedNumber(read(value)?.text ?? value) : value;
}
