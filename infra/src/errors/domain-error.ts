import { filled, textOf } from '@volant/proto/text/catalogues';
import { fieldLabel } from '@volant/proto/text/field-label';
import { LANGUAGES, type Language } from '@volant/proto/text/languages';
import { COMMON_ERRORS, TEXT_TOO_LONG } from './common-errors.ts';
import type { ErrorCatalogue } from './error-catalogue.ts';

/** A refusal a caller can act on. `code` is stable; the text comes from the catalogue when the response is made. */
export class DomainError extends Error {
  override readonly name: string = 'DomainError';
  constructor(
    readonly code: string,
    readonly parameters: Readonly<Record<string, string | number>> = {},
    /** Seconds, for temporary refusals (429, 503). */
    readonly retryAfterSeconds?: number,
  ) {
    super(code);
  }
}

/** The refusal during an outage or overload, which the caller may retry. */
export function unavailable(cause?: unknown, retryAfterSeconds = 5): DomainError {
  return Object.assign(new DomainError('UNAVAILABLE', {}, retryAfterSeconds), { cause });
}

export function isUnavailable(error: unknown): boolean {
  return isRefusal(error, 'UNAVAILABLE');
}

export function isRefusal(error: unknown, code: string): boolean {
  return error instanceof DomainError && error.code === code;
}

export interface PublicError {
  readonly code: string;
  readonly status: number;
  readonly text: string;
  readonly retryAfterSeconds?: number;
  /** Path of the invalid field, for a client to mark it. */
  readonly field?: string;
  /** To answer with a second factor. */
  readonly challenge?: string;
  /** To answer it with a passkey: options of a browser, as JSON. */
  readonly passkey?: string;
}

/** A refusal by another service, passed on unchanged, including its text. */
export class ForwardedError extends Error {
  override readonly name = 'ForwardedError';
  constructor(readonly publicError: PublicError) {
    super(publicError.code);
  }
}

/**
 * Text, status and code of an error in one language. Errors other than ForwardedError and the catalogue's DomainErrors
 * become INTERNAL.
 */
export function toPublicError(error: unknown, language: Language, catalogue: ErrorCatalogue): PublicError {
  if (error instanceof ForwardedError) return error.publicError;
  // Own properties only: the catalogue object also inherits names such as toString.
  const known = error instanceof DomainError && Object.hasOwn(catalogue, error.code);
  const description = known ? catalogue[error.code] : undefined;
  if (!known || description === undefined) {
    return { code: 'INTERNAL', status: COMMON_ERRORS.INTERNAL.status, text: textOf(COMMON_ERRORS.INTERNAL, language) };
  }
  const { field = description.field, item, challenge, passkey } = error.parameters;
  const label = typeof field === 'string' ? fieldLabel(field, language, String(item ?? '')) : '';
  const wait = readableWait(error.retryAfterSeconds ?? 0, language);
  const shown: DomainError['parameters'] = { wait, ...error.parameters, field: label };
  const isTooLong = error.code === 'VALIDATION_FAILED' && shown.limit !== undefined;
  const text = filled(textOf(isTooLong ? TEXT_TOO_LONG : description, language), shown);
  return {
    code: error.code,
    status: description.status,
    text,
    ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
    ...(typeof field === 'string' ? { field } : {}),
    ...(typeof challenge === 'string' ? { challenge } : {}),
    ...(typeof passkey === 'string' ? { passkey } : {}),
  };
}

/** Seconds up to 90 and minutes up to 90, which all languages write alike; then hours. */
function readableWait(seconds: number, language: Language): string {
  if (seconds <= 90) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 90) return `${minutes} min`;
  const { locale } = LANGUAGES[language];
  return new Intl.NumberFormat(locale, { style: 'unit', unit: 'hour' }).format(Math.ceil(minutes / 60));
}
