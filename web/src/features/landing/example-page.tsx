import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import { PublicPage } from '../public-page/public-page.tsx';
import '../public-page/public-page.css';

/** A sample page of a fictional driver. */
export function ExamplePage() {
  const { t } = useTranslation();
  const language = useLanguage();
  const profile = {
    name: 'Camille Démo',
    company: t('example.company'),
    bio: t('example.bio'),
    phone: '06 39 98 00 01',
    whatsapp: '06 39 98 00 01',
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
