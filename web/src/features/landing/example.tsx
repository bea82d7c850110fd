import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { href } from 'react-router';
import { useLocale } from '../../i18n/use-locale.ts';
import { PublicPage } from '../../public-page/view/public-page.tsx';
import { ExternalButton } from '../../ui/button.tsx';
import '../../public-page/view/public-page.css';
import './example.css';

/** A sample public page in a phone frame. */
export function Example({ pageId }: { readonly pageId: string | undefined }) {
  const { t } = useTranslation();
  return (
    <section className="example" aria-labelledby="example-title">
      <figure className="example__phone" aria-label={t('landing.exampleOf')}>
        <div className="example__screen" inert>
          <ExamplePage />
        </div>
      </figure>
      <div className="example__text">
        <h2 id="example-title" className="landing__title">
          {t('landing.exampleTitle')}
        </h2>
        <p>{t('landing.exampleText')}</p>
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without it */}
        <ul className="example__points" role="list">
          {(['landing.examplePoint1', 'landing.examplePoint2', 'landing.examplePoint3'] as const).map((point) => (
            <li key={point}>
              <Check aria-hidden="true" />
              {t(point)}
            </li>
          ))}
        </ul>
        {pageId !== undefined && (
          <ExternalButton look="secondary" href={href('/d/:id', { id: pageId })}>
            {t('landing.exampleOpen')}
          </ExternalButton>
        )}
      </div>
    </section>
  );
}

/** A sample page of a fictional driver. */
function ExamplePage() {
  const { t, language } = useLocale();
  const profile = {
    name: 'Camille Démo',
    company: t('example.company'),
    bio: t('example.bio'),
    phone: '06 39 98 00 01',
    whatsapp: '+33 6 39 98 00 01',
    email: 'camille@example.com',
    displayStyle: 'modern',
    customFields: [
      {
        id: 'book',
        name: t('example.book'),
        value: 'https://example.com/lyon',
        icon: 'calendar.svg',
        color: '#10B981',
      },
      { id: 'hours', name: t('example.hours'), value: t('example.open'), icon: 'time.svg', color: '#3B82F6' },
    ],
  };
  return (
    <PublicPage
      profile={profile}
      displayName=""
      avatar="/example.jpg"
      language={language}
      texts={t('page', { returnObjects: true })}
      heading="h2"
      footer={false}
    />
  );
}
