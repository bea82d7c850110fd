import { readPhone } from '@volant/proto/contact/phone';
import { readWhatsapp } from '@volant/proto/contact/whatsapp';
import { hasCustomItems } from '../features/public-page/items.ts';
import { type DisplayStyle, displayStyleOf, type Profile } from '../features/public-page/profile.ts';
import type { Language } from '../features/public-page/texts.tsx';
import { groupedNumber } from '../ui/grouped-number.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { documentRest, documentStart } from './document.tsx';
import { headScript } from './head-script.ts';
import type { PublicPageInput } from './public-page-input.ts';
import { styleSheetOf } from './styles.ts';

/** How thousands of documents begin, the style sheet included. */
interface PageStart {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

export interface RenderedPage {
  /** The same object for all that begin so. */
  readonly start: PageStart;
  /** The rest of the document. */
  readonly own: string;
}

/** The finished page /d/{id} and the policy it has to be sent with. */
export function renderPublicPage(input: PublicPageInput): RenderedPage {
  const { language, blocks } = input;
  return {
    start: startOf(language, displayStyleOf(blocks), hasCustomItems(blocks)),
    own: documentRest({ ...input, blocks: withGroupedNumbers(blocks) }),
  };
}

/** A handful; found by a short key, as to hash a whole style sheet for each page takes a twentieth of its rendering. */
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

/** Numbers as people read them. */
function withGroupedNumbers(profile: Profile): Profile {
  return { ...profile, phone: grouped(profile.phone, readPhone), whatsapp: grouped(profile.whatsapp, readWhatsapp) };
}

/** As the editor saves them: to read such a number costs as much as to draw half of the page. */
const IN_GROUPS = /^\+\d{1,3}(?: \d{1,4}){2,}$/;

function grouped(
  value: string | undefined,
  read: (value: string) => { readonly text: string } | undefined,
): string | undefined {
  return value && !IN_GROUPS.test(value) ? groupedNumber(read(value)?.text ?? value) : value;
}
