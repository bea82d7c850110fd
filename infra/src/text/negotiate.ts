import { DEFAULT_LANGUAGE, isLanguage, type Language, languagesWith } from '@volant/proto/text/languages';
import Negotiator from 'negotiator';

const SPOKEN = [...languagesWith('refusals')];

/** The language of texts for a caller with this Accept-Language header. */
export function languageOf(acceptLanguage: string | undefined): Language {
  if (acceptLanguage === undefined) return DEFAULT_LANGUAGE;
  // Java and POSIX write languages with an underscore.
  const accepted = acceptLanguage.replaceAll('_', '-');
  const best = new Negotiator({ headers: { 'accept-language': accepted } }).language(SPOKEN);
  return isLanguage(best) ? best : DEFAULT_LANGUAGE;
}
