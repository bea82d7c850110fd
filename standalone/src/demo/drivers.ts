/** One demo page per display style; phone numbers are from the ranges reserved for fiction. */
export interface DemoPage {
  readonly owner: string;
  readonly id: string;
  readonly displayName: string;
  readonly picture: string;
  /** Average views on a weekday. */
  readonly viewsPerDay: number;
  readonly blocks: {
    readonly displayStyle: 'modern' | 'minimal' | 'buttons';
    readonly customFields: readonly {
      readonly id: string;
      readonly name: string;
      readonly value: string;
      readonly icon: string;
      readonly color: string;
    }[];
    readonly [field: string]: unknown;
  };
}

export const DEMO_PAGES: readonly DemoPage[] = [
  {
    owner: 'berline@example.com',
    id: 'demo-berline',
    displayName: 'Berline Démo',
    picture: 'berline.jpg',
    viewsPerDay: 46,
    blocks: {
      name: 'Berline Démo',
      company: 'Transferts et longues distances',
      bio: 'Berline hybride, quatre places. Gares, aéroports et trajets de nuit, sur réservation.',
      phone: '+33 6 39 98 00 01',
      email: 'contact@berline.example.com',
      whatsapp: '+33 6 39 98 00 01',
      website: 'berline.example.com',
      instagram: '@berline.demo',
      displayStyle: 'modern',
      customFields: [
        {
          id: 'book',
          name: 'Réserver en ligne',
          value: 'berline.example.com/reservation',
          icon: 'calendar.svg',
          color: '#10B981',
        },
        {
          id: 'review',
          name: 'Laisser un avis',
          value: 'https://avis.example.com/berline',
          icon: 'star.svg',
          color: '#EAB308',
        },
        { id: 'plate', name: 'Plaque', value: 'AA-123-AA', icon: 'info.svg', color: '' },
        { id: 'hours', name: 'Horaires', value: '7 j/7, 5 h – 23 h', icon: 'time.svg', color: '#3B82F6' },
      ],
    },
  },
  {
    owner: 'van@example.com',
    id: 'demo-van',
    displayName: 'Van Démo',
    picture: 'van.jpg',
    viewsPerDay: 24,
    blocks: {
      name: 'Van Démo',
      company: 'Groupes et bagages',
      bio: 'Sept places, sièges enfant sur demande.',
      phone: '+33 6 39 98 00 02',
      email: 'bonjour@van.example.com',
      whatsapp: '+33 6 39 98 00 02',
      website: 'van.example.com',
      instagram: 'van.demo',
      displayStyle: 'minimal',
      customFields: [
        { id: 'airport', name: 'Forfait aéroport', value: '65 €', icon: 'money.svg', color: '' },
        { id: 'skis', name: 'Coffre à skis', value: 'Oui', icon: 'gift.svg', color: '' },
      ],
    },
  },
  {
    owner: 'taxi@example.com',
    id: 'demo-taxi',
    displayName: 'Taxi Démo',
    picture: 'taxi.jpg',
    viewsPerDay: 71,
    blocks: {
      name: 'Taxi Démo',
      company: 'Station de la Gare',
      bio: 'Paiement par carte, courses conventionnées.',
      phone: '+33 1 99 00 00 03',
      email: 'taxi@example.com',
      whatsapp: '+33 6 39 98 00 03',
      website: '',
      instagram: '',
      displayStyle: 'buttons',
      customFields: [
        { id: 'fares', name: 'Tarifs', value: 'taxi.example.com/tarifs', icon: 'document.svg', color: '#6366F1' },
        { id: 'station', name: 'Station', value: 'Place de la Gare', icon: 'location.svg', color: '#F97316' },
      ],
    },
  },
];

export const UNCLAIMED_IDS: readonly string[] = ['demo-libre-1', 'demo-libre-2', 'demo-libre-3'];
