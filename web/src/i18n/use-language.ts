import type { Language } from '@volant/proto/text/languages';
import { useTranslation } from 'react-i18next';

/** The language of the texts on the screen. */
export function useLanguage(): Language {
  return useTranslation().i18n.language as Language;
}
