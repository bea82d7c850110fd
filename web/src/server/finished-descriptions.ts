import type { Language } from '../i18n/language.ts';

/** What search engines and other sites say of the pages that everybody reads. */
const descriptions: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  '/': {
    fr: 'La carte NFC et QR des chauffeurs VTC et taxi\u00a0: votre passager l’approche de son téléphone, votre page s’ouvre, il vous appelle sans intermédiaire.',
    en: 'The NFC and QR card for private-hire and taxi drivers: a passenger taps it, your page opens, and they call you directly.',
  },
  '/contact': {
    fr: 'Une question sur les cartes, votre compte ou votre page\u00a0? Écrivez-nous\u00a0: nous répondons sous 24 à 48 heures ouvrées.',
    en: 'A question about the cards, your account or your page? Write to us: we answer within 24-48 business hours.',
  },
  '/contact-info': {
    fr: 'Qui édite Volant, où nous trouver et comment nous écrire. Nous répondons sous 24 à 48 heures ouvrées.',
    en: 'Who runs Volant, where to find us and how to write to us. We answer within 24-48 business hours.',
  },
  '/our-story': {
    fr: 'Pourquoi Volant existe\u00a0: la relation qui commence dans une voiture appartient aux deux personnes qui s’y trouvent.',
    en: 'Why Volant exists, in French: the relationship that begins in a car belongs to the two people in it.',
  },
  '/tutorial': {
    fr: 'De la carte à votre page en quatre étapes\u00a0: recevoir la carte, l’activer, personnaliser la page, être contacté.',
    en: 'From the card to your page in four steps: get the card, claim it, make the page yours, be contacted.',
  },
  '/privacy-policy': {
    fr: 'Ce que Volant garde sur vous et sur vos passagers, pourquoi, combien de temps, et comment y accéder ou le faire effacer.',
    en: 'What Volant keeps about you and your passengers, why, for how long, and how to see it or have it erased.',
  },
  '/terms-of-service': {
    fr: 'Les conditions d’utilisation de Volant\u00a0: votre compte, vos pages, la vente des cartes, les responsabilités de chacun.',
    en: 'The terms of service of Volant: your account, your pages, the sale of the cards, and who answers for what.',
  },
  '/refund-policy': {
    fr: 'Retours sous 30 jours, remboursement sous 10 jours ouvrés, rétractation de 14 jours dans l’Union européenne.',
    en: 'Returns within 30 days, refunds within 10 business days, a 14-day cooling-off period in the European Union.',
  },
  '/shipping-policy': {
    fr: 'Commandes expédiées sous 1 à 2 jours ouvrés, livrées en 1 à 3 jours ouvrés en France et en Suisse.',
    en: 'Orders ship within 1-2 business days and arrive within 1-3 business days in France and Switzerland.',
  },
};

const general: Readonly<Record<Language, string>> = {
  fr: 'La carte de visite qui se touche ou se scanne, pour les chauffeurs indépendants.',
  en: 'The business card that is tapped or scanned, for independent drivers.',
};

/** The description of the page at this path; a general one for screens that are not indexed. */
export function descriptionOf(path: string, language: Language): string {
  return (descriptions[path] ?? general)[language];
}
