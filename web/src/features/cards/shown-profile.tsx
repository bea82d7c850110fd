import type { Profile } from '@volant/proto/profile/profile';
import { isLanguage, languagesWith } from '@volant/proto/text/languages';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { siteOrigin } from '../../browser/site-origin.ts';
import { chooseLanguage } from '../../i18n/i18n.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { activate } from '../../public-page/script/activate.ts';
import { preferredLanguage } from '../../public-page/script/preferred-language.ts';
import { accentProperties } from '../../public-page/view/accent-properties.ts';
import { labelFor } from '../../public-page/view/page-items.ts';
import { Passenger } from '../../public-page/view/passenger.tsx';
import { titleOf } from '../../public-page/view/profile.ts';
import { PublicPage } from '../../public-page/view/public-page.tsx';
import type { PublicPage as PublicPageData } from './public-page-shape.ts';
import '../../public-page/view/public-page.css';

interface ShownProfileProps {
  readonly id: string;
  readonly page: PublicPageData;
  readonly profile: Profile;
}

/**
 * A profile opened by navigation within the client (direct visits get it from the server): the same components,
 * activated by the same script.
 */
export function ShownProfile({ id, page, profile }: ShownProfileProps) {
  const { t, language } = useLocale();
  const holder = useRef<HTMLElement>(null);
  const focusHeading = useLocation().key !== 'default';
  const path = `/d/${encodeURIComponent(id)}`;
  const address = `${siteOrigin()}${path}`;
  const title = titleOf(profile, page.displayName);

  useEffect(() => {
    document.title = `${title} · Volant`;
  }, [title]);

  useEffect(() => {
    const root = holder.current?.querySelector<HTMLElement>('.pp');
    const onLanguage = async (other: string) => {
      if (isLanguage(other)) await chooseLanguage(other);
    };
    return root ? activate(root, { pageId: id, onLanguage }) : undefined;
  }, [id]);

  useEffect(() => {
    const heading = focusHeading ? holder.current?.querySelector('h1') : undefined;
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [focusHeading]);

  return (
    <main ref={holder} style={accentProperties(profile.accent)}>
      <PublicPage
        profile={profile}
        displayName={page.displayName}
        avatar={page.avatar || undefined}
        language={language}
        // React has to know the order of its elements.
        preferred={preferredLanguage(languagesWith('page').filter((other) => other !== language))}
        texts={t('page', { returnObjects: true })}
        labelOf={labelFor(language)}
        own={{ path, address }}
        passenger={
          <Passenger
            profile={profile}
            displayName={page.displayName}
            labelOf={labelFor(language)}
            address={address}
            language={language}
            texts={t('page', { returnObjects: true })}
          />
        }
      />
    </main>
  );
}
