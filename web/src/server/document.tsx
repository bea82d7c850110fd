import scriptAddress from 'virtual:public-script-address';
import type { ReactNode } from 'react';
import { Desk } from '../features/public-page/desk.tsx';
import { truncate } from '../features/public-page/links.ts';
import { text, titleOf } from '../features/public-page/profile.ts';
import { PublicPage } from '../features/public-page/public-page.tsx';
import { addressOf, codePath } from './page-code.ts';
import type { PublicPageInput } from './public-page-input.ts';

type DocumentProps = PublicPageInput & { readonly headScript: string };

const presentation = {
  fr: (name: string) => `${name}\u00a0: appeler, écrire, réserver une course.`,
  en: (name: string) => `${name}: call, write, book a ride.`,
};

/** The whole HTML document of a page, but for its style sheet. */
export function Document({ headScript, ...page }: DocumentProps): ReactNode {
  const { publicId, language, origin, displayName, blocks, avatar, indexable } = page;
  const name = titleOf(blocks, displayName);
  const company = text(blocks.company);
  const title = company && company !== name ? `${name} – ${company}` : name;
  const description = truncate(text(blocks.bio).replace(/\s+/g, ' ') || presentation[language](name), 200);
  const address = addressOf(page);
  return (
    <html lang={language} data-lang={language} data-page={publicId}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{title}</title>
        <script>{headScript}</script>
        <style>{''}</style>
        <script type="module" src={scriptAddress} fetchPriority="low" />
        {/* A slow phone may paint half a page and then move it; the whole is only a packet or two away. */}
        <link rel="expect" href="#whole" blocking="render" />
        <meta name="description" content={description} />
        {!indexable && <meta name="robots" content="noindex" />}
        <link rel="canonical" href={address} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <meta name="theme-color" content="#faf8f4" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0d1211" media="(prefers-color-scheme: dark)" />
        <meta name="format-detection" content="telephone=no" />
        <meta property="og:type" content="profile" />
        <meta property="og:site_name" content="Volant" />
        <meta property="og:locale" content={language === 'fr' ? 'fr_FR' : 'en_GB'} />
        <meta property="og:url" content={address} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:image" content={`${origin}${avatar || '/social-card.png'}`} />
        <meta name="twitter:card" content={avatar ? 'summary' : 'summary_large_image'} />
      </head>
      <body>
        <main>
          <PublicPage
            profile={blocks}
            displayName={displayName}
            avatar={avatar}
            desk={<Desk address={address} code={codePath(publicId)} phone={text(blocks.phone)} />}
          />
        </main>
        <div id="whole" hidden />
      </body>
    </html>
  );
}
