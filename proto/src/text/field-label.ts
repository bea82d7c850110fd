/** Labels of fields as the screens show them, keyed by the field's path in a request. */
const LABELS: Readonly<Record<string, readonly [fr: string, en: string]>> = {
  displayName: ['Titre de la page', 'Display name'],
  avatar: ['Photo', 'Photo'],
  state: ['État', 'State'],
  blocks: ['Profil', 'Profile'],
  'blocks.name': ['Nom complet', 'Full name'],
  'blocks.company': ['Société', 'Company'],
  'blocks.bio': ['Présentation', 'About you'],
  'blocks.phone': ['Téléphone', 'Phone'],
  'blocks.email': ['E-mail', 'Email'],
  'blocks.whatsapp': ['WhatsApp', 'WhatsApp'],
  'blocks.website': ['Site web', 'Website'],
  'blocks.instagram': ['Instagram', 'Instagram'],
  'blocks.displayStyle': ['Style', 'Style'],
  'blocks.customFields': ['Infos complémentaires', 'Custom fields'],
  'item.name': ['Nom', 'Name'],
  'item.value': ['Valeur ou lien', 'Value or link'],
  'item.icon': ['Icône', 'Icon'],
  'item.color': ['Couleur', 'Colour'],
  email: ['Adresse e-mail', 'Email address'],
  username: ['Nom d’utilisateur', 'Username'],
  password: ['Mot de passe', 'Password'],
  currentPassword: ['Mot de passe actuel', 'Current password'],
  newPassword: ['Nouveau mot de passe', 'New password'],
  phone: ['Téléphone', 'Phone'],
  name: ['Nom', 'Name'],
  subject: ['Objet', 'Subject'],
  message: ['Message', 'Message'],
  search: ['Recherche', 'Search'],
  quantity: ['Nombre de pages', 'How many pages'],
  prefixNote: ['Note de préfixe', 'Prefix note'],
  newId: ['Nouvel identifiant', 'New ID'],
  pageId: ['Identifiant de la page', 'Page ID'],
  ownerId: ['Propriétaire', 'Owner'],
};

/** Different names of the same field in the GraphQL and REST APIs. */
const SAME: Readonly<Record<string, string>> = {
  blocksJson: 'blocks',
  profile: 'blocks',
  ownerUserId: 'ownerId',
  owner: 'ownerId',
};

/** Normalizes a path across calls: `input.blocksJson.bio` becomes `blocks.bio`. */
export function fieldPath(path: string): string {
  const [first = '', ...rest] = path.replace(/^input\./, '').split('.');
  return [SAME[first] ?? first, ...rest].join('.');
}

/**
 * Label of a field in quotes; its path in quotes if no screen shows the field.
 * @param item the driver's name for the item that contains the field
 */
export function fieldLabel(path: string, language: 'fr' | 'en', item = ''): string {
  const known = fieldPath(path);
  const french = language === 'fr';
  const quoted = (text: string) => (french ? `«\u00a0${text}\u00a0»` : `“${text}”`);
  const labelled = (key: string) => (Object.hasOwn(LABELS, key) ? LABELS[key]?.[french ? 0 : 1] : undefined);
  const [, index, part = ''] = /^blocks\.customFields\.(\d{1,3})(?:\.(\w+))?$/.exec(known) ?? [];
  if (index === undefined) return quoted(labelled(known) ?? path);
  const number = Number(index) + 1;
  const named = item === '' ? '' : ` ${quoted(item)}`;
  const whole = french ? `l’élément${named} (n°\u00a0${number})` : `item${named} (no.\u00a0${number})`;
  const label = labelled(`item.${part}`);
  if (label === undefined) return whole;
  return french ? `${quoted(label)} de ${whole}` : `${quoted(label)} of ${whole}`;
}
