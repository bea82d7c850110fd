import scriptAddress from 'virtual:public-script-address';
import { isNumber } from '@volant/proto/contact/contacts';
import { LANGUAGES } from '@volant/proto/text/languages';
import type { ReactNode } from 'react';
import { dictionaries } from '../../server/texts.ts';
import { groupedNumber } from '../../ui/grouped-number.ts';
import { Desk } from '../view/desk.tsx';
import { type ContactItem, contactsOf } from '../view/items.ts';
import { labelFor } from '../view/page-items.ts';
import { Passenger } from '../view/passenger.tsx';
import { type Profile, text, titleOf } from '../view/profile.ts';
import { PublicPage } from '../view/public-page.tsx';
import { truncate } from '../view/truncate.ts';
import { linkPicture, pictureVersion } from './link-picture.ts';
import { addressOf, codePath, pathOf, picturePath } from './page-code.ts';
import type { PublicPageInput } from './public-page-input.ts';
import { structuredData } from './structured-data.ts';

/** Our own code, written without escaping. */
interface SharedTagsProps {
  readonly script: string;
  readonly style: string;
}

/** What the head of every page in a style has. */
export function SharedTags({ script, style }: SharedTagsProps): ReactNode {
  return (
    <>
      {/* A slow phone might paint half the page and then shift it; the rest is only a packet or two away. */}
      <link rel="expect" href="#whole" blocking="render" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <meta name="theme-color" content="#faf8f4" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#0d1211" media="(prefers-color-scheme: dark)" />
      <meta name="format-detection" content="telephone=no" />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own code */}
      <script dangerouslySetInnerHTML={{ __html: script }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own code */}
      <style dangerouslySetInnerHTML={{ __html: style }} />
      <script type="module" src={scriptAddress} fetchPriority="low" />
    </>
  );
}

/** The HTML document around a public page, without the shared tags. React adds a preload of the photo. */
export function PublicDocument(page: PublicPageInput): ReactNode {
  const { publicId, language, displayName, blocks, avatar } = page;
  const { page: texts } = dictionaries[language];
  const contacts = groupedContacts(blocks);
  const phone = contacts.find(({ icon, target }) => icon === 'phone' && target.kind === 'action')?.value ?? '';
  return (
    <html lang={language} dir={LANGUAGES[language].dir} data-language={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <OwnTags {...page} />
      </head>
      <body data-page={publicId}>
        <main>
          <PublicPage
            profile={blocks}
            displayName={displayName}
            avatar={avatar}
            language={language}
            texts={texts}
            labelOf={labelFor(language)}
            contacts={contacts}
            own={{ path: pathOf(publicId), address: addressOf(page) }}
            passenger={
              <Passenger
                profile={blocks}
                displayName={displayName}
                contacts={contacts}
                labelOf={labelFor(language)}
                address={addressOf(page)}
                language={language}
                texts={texts}
              />
            }
            desk={<Desk address={addressOf(page)} code={codePath(publicId)} phone={phone} texts={texts} />}
          />
        </main>
        <div id="whole" hidden />
        {page.indexable && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped for this place
          <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: structuredData(page, contacts) }} />
        )}
      </body>
    </html>
  );
}

/** The contacts with their numbers grouped for reading. */
function groupedContacts(profile: Profile): readonly ContactItem[] {
  return contactsOf(profile).map((contact) =>
    isNumber(contact.icon) ? { ...contact, value: groupedNumber(contact.value) } : contact,
  );
}

function OwnTags(page: PublicPageInput): ReactNode {
  const { language, origin, displayName, blocks, avatar, indexable } = page;
  const name = titleOf(blocks, displayName);
  const company = text(blocks.company);
  const title = company && company !== name ? `${name} – ${company}` : name;
  const presentation = dictionaries[language].page.description.replace('{{name}}', () => name);
  const description = truncate(text(blocks.bio).replace(/\s+/g, ' ') || presentation, 200);
  const address = addressOf(page);
  const picture = linkPicture(page);
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {!indexable && <meta name="robots" content="noindex" />}
      <link rel="canonical" href={address} />
      <meta property="og:type" content="profile" />
      <meta property="og:site_name" content="Volant" />
      <meta property="og:locale" content={LANGUAGES[language].locale.replace('-', '_')} />
      <meta property="og:url" content={address} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {picture === undefined ? (
        <>
          <meta property="og:image" content={`${origin}/social-card.png`} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      ) : (
        <>
          <meta
            property="og:image"
            content={`${origin}${picturePath(page.publicId)}?v=${pictureVersion(picture, avatar)}`}
          />
          <meta property="og:image:type" content="image/jpeg" />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={title} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  );
}
