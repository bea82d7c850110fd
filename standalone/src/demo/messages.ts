/** A message of the contact form, from a stranger or from a demo account. */
export interface DemoMessage {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  readonly status: 'OPEN' | 'PENDING' | 'RESOLVED';
  /** Whether demo support staff handles it. */
  readonly handled: boolean;
}

/** Oldest first. */
export const DEMO_MESSAGES: readonly DemoMessage[] = [
  {
    name: 'Van Démo',
    email: 'van@example.com',
    subject: 'Message de démonstration : carte abîmée',
    message: 'Bonjour,\n\nma carte est arrivée pliée. Pouvez-vous m’en renvoyer une ?\n\nMerci, Van Démo',
    status: 'RESOLVED',
    handled: true,
  },
  {
    name: 'Taxi Démo',
    email: 'taxi@example.com',
    subject: 'Message de démonstration : deuxième carte',
    message: 'Bonjour, peut-on relier une deuxième carte à la même page ? J’ai deux voitures.',
    status: 'PENDING',
    handled: true,
  },
  {
    name: 'Demo passenger',
    email: 'passenger@example.com',
    subject: 'Demo message: a lost umbrella',
    message:
      'Hello, I left an umbrella in a car this morning. The page says “Berline Démo”. How can I reach the driver?',
    status: 'OPEN',
    handled: false,
  },
  {
    name: 'Agence Démo',
    email: 'agence@example.com',
    subject: 'Message de démonstration : cartes pour une flotte',
    message: 'Bonjour,\n\nnous aimerions équiper douze chauffeurs. Faites-vous un tarif de groupe ?',
    status: 'OPEN',
    handled: false,
  },
];
