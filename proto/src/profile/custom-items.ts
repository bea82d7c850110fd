export const MOST_CUSTOM_ITEMS = 20;

/** Icons of custom items, as file names below /icons/; the empty one means "None". */
export const ICONS = [
  '',
  'phone.svg',
  'email.svg',
  'website.svg',
  'location.svg',
  'calendar.svg',
  'document.svg',
  'link.svg',
  'star.svg',
  'heart.svg',
  'building.svg',
  'person.svg',
  'info.svg',
  'money.svg',
  'gift.svg',
  'time.svg',
  'palette.svg',
] as const;

/** Colours of custom items, by their names in the editor. An empty colour means grey. */
export const PALETTE = {
  Red: '#EF4444',
  Orange: '#F97316',
  Yellow: '#EAB308',
  Green: '#22C55E',
  Blue: '#3B82F6',
  Indigo: '#6366F1',
  Purple: '#A855F7',
  Pink: '#EC4899',
  Teal: '#14B8A6',
  Cyan: '#06B6D4',
  Gray: '#6B7280',
  Emerald: '#10B981',
} as const;
