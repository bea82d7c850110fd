import { memo, type ReactNode } from 'react';
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
   * Shows this language, whatever surrounds the page. Left out where the document's own
   * `data-lang` decides; the two must not be combined.
   */
  readonly language?: Language | undefined;
  /** `h2` where the page is a preview inside another screen. */
  readonly heading?: 'h1' | 'h2';
  /** Left out in a preview. */
  readonly footer?: boolean;
  /** What somebody at a desk is offered, who cannot call from there; between the page and its footer. */
  readonly desk?: ReactNode;
};

const layouts = { modern: Modern, minimal: Minimal, buttons: Buttons };

/**
 * A driver's page. Pure: the same on the server, in the editor's preview and in the client;
 * `activate` in src/public-script gives it its behaviour. Its look is public-page.css.
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

const Footer = memo(function Footer(): ReactNode {
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
});
