import type { Profile } from '../public-page/view/profile.ts';

/** A profile with every field, for tests. */
export const sampleProfile = {
  name: 'Zoé D’Été',
  company: 'Berline Démo',
  bio: 'Chauffeur à Lyon, nuit et jour',
  phone: '+33 (0)6 12 34 56 78',
  email: 'zoe.dete.reservations@berline-demo.fr',
  whatsapp: '+33 6 12 34 56 78',
  website: 'www.berline-demo.fr/reservation/lyon-aeroport',
  instagram: '@berline.demo',
  legalNotice: 'Zoé D’Été, 12 rue de la République\n69002 Lyon, SIREN 123 456 789',
  displayStyle: 'modern',
  customFields: [
    {
      id: '1',
      name: 'Réserver',
      value: 'https://reservation.berline-demo.fr/lyon',
      icon: 'calendar.svg',
      color: '#3B82F6',
    },
    { id: '2', name: 'Horaires', value: 'Lundi au samedi, 5 h à 23 h', icon: 'time.svg', color: '' },
    { id: '3', name: 'Plaque', value: 'AB-123-CD', icon: '', color: '#EAB308' },
    { id: '4', name: '', value: 'sans nom', icon: '', color: '' },
    { id: '5', name: 'Sans valeur', value: ' ', icon: '', color: '' },
  ],
} as const satisfies Profile;
