import { shownLanguage } from '../i18n/language.ts';

/** Headers of every request. Refusals come in the language of the screen, which may lack the chosen one. */
export function headersOf(token: string | undefined, idempotencyKey?: string): Headers {
  const headers = new Headers({ Accept: 'application/json', 'Accept-Language': shownLanguage() });
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
  if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey);
  return headers;
}
