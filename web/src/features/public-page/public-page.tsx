import type { ReactNode } from 'react';
import { Buttons } from './buttons.tsx';
import { contactsOf, customItemsOf } from './items.ts';
import { Minimal } from './minimal.tsx';
import { Modern } from './modern.tsx';
import { displayStyleOf, type Profile, text, titleOf } from './profile.ts';
import { type Language, Text, texts } from './texts.tsx';

export type PublicPageProps = {
  readonly profile: Profile;
  readonly displayName: string;
  readonly avatar: string | undefined;
  /**
   * Language to show, regardless of the surrounding document. Omit it if the document's `data-lang` decides; do not
   * combine the two.
   */
  readonly language?: Language | undefined;
  /** `h2` if the page is a preview inside another screen. */
  readonly heading?: 'h1' | 'h2';
  /** False in a preview. */
  readonly footer?: boolean;
  /** Content for desktop users, who cannot call; between the page and its footer. */
  readonly desk?: ReactNode;
};

const layouts = { modern: Modern, minimal: Minimal, buttons: Buttons };

/**
 * A driver's page. Pure: identical on the server, in the editor's preview and in the client. `activate` in
 * src/public-script adds its behaviour; public-page.css has its styles.
 */
export function PublicPage({
  profile,
  displayName,
  avatar,
  language,
  heading,
  footer = true,
  desk,
}: PublicPageProps): ReactNode {
  const style = displayStyleOf(profile);
  const Layout = layouts[style];
  return (
    <div className={`pp pp-is-${style}`} data-lang={language}>
      <div className="pp-sheet">
        <Layout
          profile={profile}
          displayName={displayName}
          avatar={avatar || undefined}
          Heading={heading ?? 'h1'}
          title={titleOf(profile, displayName)}
          company={text(profile.name) && text(profile.company)}
          bio={text(profile.bio)}
          contacts={contactsOf(profile)}
          custom={customItemsOf(profile)}
          desk={desk}
        />
        {footer && <Footer />}
      </div>
      <p className="pp-said" role="status" />
    </div>
  );
}

function Footer(): ReactNode {
  return (
    <footer className="pp-foot">
      <a className="pp-maker" href="/">
        <Text of={texts.poweredBy} /> <strong>Volant</strong>
      </a>
      <a className="pp-language pp-fr" href="?lang=en" hrefLang="en" lang="en" data-language="en">
        English
      </a>
      <a className="pp-language pp-en" href="?lang=fr" hrefLang="fr" lang="fr" data-language="fr">
        Français
      </a>
    </footer>
  );
}
