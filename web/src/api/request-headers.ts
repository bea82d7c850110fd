import { chosenLanguage } from '../i18n/language.ts';

/** Headers of every request. */
export function headersOf(token: string | undefined, idempotencyKey?: string): Headers {
  const headers = new Headers({ Accept: 'application/json', 'Accept-Language': chosenLanguage() });
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
  if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey);
  return headers;
}
