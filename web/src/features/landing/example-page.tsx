import { useTranslation } from 'react-i18next';
import { PublicPage } from '../public-page/public-page.tsx';
import '../public-page/public-page.css';

const ABOUT = {
  fr: {
    company: 'VTC à Lyon',
    bio: 'Gares, aéroports et soirées, sur réservation.',
    book: 'Réserver',
    hours: 'Horaires',
    open: '7 j/7, 5 h – 23 h',
  },
  en: {
    company: 'Private hire, Lyon',
    bio: 'Stations, airports and evenings, by appointment.',
    book: 'Book',
    hours: 'Hours',
    open: 'Daily, 5 am – 11 pm',
  },
};

/** A sample page of a fictional driver. */
export function ExamplePage() {
  const { i18n } = useTranslation();
  const language = i18n.language === 'en' ? 'en' : 'fr';
  const { company, bio, book, hours, open } = ABOUT[language];
  const profile = {
    name: 'Camille Démo',
    company,
    bio,
    phone: '06 39 98 00 01',
    whatsapp: '06 39 98 00 01',
    email: 'camille@example.com',
    displayStyle: 'modern',
    customFields: [
      { id: 'book', name: book, value: 'https://example.com/lyon', icon: 'calendar.svg', color: '#10B981' },
      { id: 'hours', name: hours, value: open, icon: 'time.svg', color: '#3B82F6' },
    ],
  };
  return (
    <PublicPage
      profile={profile}
      displayName=""
      avatar="/example.jpg"
      language={language}
      heading="h2"
      footer={false}
    />
  );
}
