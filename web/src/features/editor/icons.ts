import type { TextKey } from '../../i18n/text-key.ts';

/** Icons for custom items, by file below /icons/. */
export const iconChoices: readonly { readonly file: string; readonly label: TextKey }[] = [
  { file: '', label: 'editor.icon.none' },
  { file: 'phone.svg', label: 'editor.icon.phone' },
  { file: 'email.svg', label: 'editor.icon.email' },
  { file: 'website.svg', label: 'editor.icon.website' },
  { file: 'location.svg', label: 'editor.icon.location' },
  { file: 'calendar.svg', label: 'editor.icon.calendar' },
  { file: 'document.svg', label: 'editor.icon.document' },
  { file: 'link.svg', label: 'editor.icon.link' },
  { file: 'star.svg', label: 'editor.icon.star' },
  { file: 'heart.svg', label: 'editor.icon.heart' },
  { file: 'building.svg', label: 'editor.icon.building' },
  { file: 'person.svg', label: 'editor.icon.person' },
  { file: 'info.svg', label: 'editor.icon.info' },
  { file: 'money.svg', label: 'editor.icon.money' },
  { file: 'gift.svg', label: 'editor.icon.gift' },
  { file: 'time.svg', label: 'editor.icon.time' },
  { file: 'palette.svg', label: 'editor.icon.palette' },
];
