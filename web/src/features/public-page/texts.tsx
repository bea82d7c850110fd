import type { ReactNode } from 'react';

export type Language = 'fr' | 'en';
export type Bilingual = { readonly fr: string; readonly en: string };

export const texts = {
  call: { fr: 'Appeler', en: 'Call' },
  whatsapp: { fr: 'WhatsApp', en: 'WhatsApp' },
  email: { fr: 'E-mail', en: 'Email' },
  website: { fr: 'Site web', en: 'Website' },
  instagram: { fr: 'Instagram', en: 'Instagram' },
  phone: { fr: 'Téléphone', en: 'Phone' },
  save: { fr: 'Enregistrer le contact', en: 'Save contact' },
  copy: { fr: 'Copier', en: 'Copy' },
  copyNumber: { fr: 'Copier le numéro', en: 'Copy the number' },
  scan: { fr: 'Scannez pour ouvrir cette page sur votre téléphone', en: 'Scan to open this page on your phone' },
  poweredBy: { fr: 'Page créée avec', en: 'Powered by' },
} satisfies Record<string, Bilingual>;

/**
 * A text in both languages. The style sheet shows the one of the nearest `data-lang`, so that switching needs neither
 * a reload nor a re-render.
 */
export function Text({ of }: { readonly of: Bilingual }): ReactNode {
  if (of.fr === of.en) return of.fr;
  return (
    <>
      <span className="pp-fr" lang="fr">
        {of.fr}
      </span>
      <span className="pp-en" lang="en">
        {of.en}
      </span>
    </>
  );
}
