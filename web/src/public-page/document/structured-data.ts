import type { ContactItem } from '../view/items.ts';
import { text, titleOf } from '../view/profile.ts';
import { addressOf } from './page-code.ts';
import type { PublicPageInput } from './public-page-input.ts';

type StructuredInput = Omit<PublicPageInput, 'language' | 'indexable'>;

/** What search engines read of a page that its owner lets them list: schema.org's `TaxiService`, as JSON-LD. */
export function structuredData(input: StructuredInput, allContacts: readonly ContactItem[]): string {
  const { origin, displayName, blocks, avatar } = input;
  const address = addressOf(input);
  const contacts = allContacts.filter(({ target }) => target.kind !== 'text');
  const shownOf = (icon: string) => contacts.find((contact) => contact.icon === icon)?.value;
  const links = contacts.flatMap(({ target }) => (target.kind === 'web' ? [target.href] : []));
  const [name, company] = [text(blocks.name), text(blocks.company)];
  const provider = {
    '@type': name === '' ? 'Organization' : 'Person',
    name: titleOf(blocks, displayName),
    telephone: shownOf('phone'),
    email: shownOf('email'),
    sameAs: links.length === 0 ? undefined : links,
    worksFor: name === '' || company === '' ? undefined : { '@type': 'Organization', name: company },
  };
  return inScript({
    '@context': 'https://schema.org',
    '@type': 'TaxiService',
    '@id': address,
    url: address,
    name: company || titleOf(blocks, displayName),
    description: text(blocks.bio) || undefined,
    image: avatar && `${origin}${avatar}`,
    provider,
  });
}

/** JSON within an element `script`, which `</script>` or `<!--` in a text would end or change. */
function inScript(value: object): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
