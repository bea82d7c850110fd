import { fieldLabel } from '@volant/proto/text/field-label';

export type Language = 'fr' | 'en';

/** Describes an error: its HTTP status and its text in both languages; `{name}` stands for a parameter. */
export interface ErrorDescription {
  readonly status: number;
  readonly fr: string;
  readonly en: string;
  /** The field, if the error always concerns the same one. */
  readonly field?: string;
}

export type ErrorCatalogue = Readonly<Record<string, ErrorDescription>>;

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

/** Codes that every process may answer. */
export const COMMON_ERRORS = {
  VALIDATION_FAILED: {
    status: 400,
    fr: 'La valeur de {field} n’est pas valide.',
    en: 'The value of {field} is not valid.',
  },
  MALFORMED_BODY: {
    status: 400,
    fr: 'Le corps de la requête ne peut pas être lu.',
    en: 'The request body cannot be read.',
  },
  UNAUTHENTICATED: { status: 401, fr: 'Connectez-vous pour continuer.', en: 'Please sign in to continue.' },
  FORBIDDEN: { status: 403, fr: 'Vous n’avez pas accès à cette action.', en: 'You do not have access to this action.' },
  NOT_FOUND: { status: 404, fr: 'Cette adresse n’existe pas.', en: 'This address does not exist.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    fr: 'Cette méthode n’est pas admise ici.',
    en: 'This method is not allowed here.',
  },
  CONFLICT: {
    status: 409,
    fr: 'Une autre modification vient d’avoir lieu. Rechargez, puis réessayez.',
    en: 'Somebody else has just changed this. Reload, then try again.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    fr: 'Cette clé d’idempotence a déjà servi à une autre demande. Prenez-en une nouvelle.',
    en: 'This idempotency key has been used for another request already. Please take a new one.',
  },
  PAYLOAD_TOO_LARGE: { status: 413, fr: 'La requête est trop volumineuse.', en: 'The request is too large.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    fr: 'Ce type de contenu n’est pas admis ici.',
    en: 'This content type is not accepted here.',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    fr: 'Trop de tentatives. Réessayez dans {wait}.',
    en: 'Too many attempts. Try again in {wait}.',
  },
  TOO_MANY_CHANGES: {
    status: 429,
    fr: 'Trop de modifications en une heure. Réessayez dans {wait}.',
    en: 'Too many changes within an hour. Try again in {wait}.',
  },
  INTERNAL: {
    status: 500,
    fr: 'Une erreur est survenue de notre côté. Réessayez.',
    en: 'Something went wrong on our side. Please try again.',
  },
  UNAVAILABLE: {
    status: 503,
    fr: 'Le service est momentanément indisponible. Réessayez dans un instant.',
    en: 'The service is unavailable for a moment. Please try again shortly.',
  },
} as const satisfies ErrorCatalogue;

/** Codes of every process that accepts phone numbers. */
export const PHONE_ERRORS = {
  PHONE_INVALID: {
    status: 400,
    field: 'phone',
    fr: 'Ce numéro ne peut pas être appelé. Indiquez-en un seul, avec l’indicatif du pays, par exemple +33 6 39 98 00 00.',
    en: 'This number cannot be called. Enter one number with its country code, for example +33 6 39 98 00 00.',
  },
} as const satisfies ErrorCatalogue;

/** Codes of every process that serves pages. */
export const PAGE_ERRORS = {
  PAGE_NOT_FOUND: { status: 404, fr: 'Page introuvable', en: 'Page not found' },
} as const satisfies ErrorCatalogue;

export interface PublicError {
  readonly code: string;
  readonly status: number;
  readonly text: string;
  readonly retryAfterSeconds?: number;
  /** Path of the invalid field, for a client to mark it. */
  readonly field?: string;
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
    return { code: 'INTERNAL', status: COMMON_ERRORS.INTERNAL.status, text: COMMON_ERRORS.INTERNAL[language] };
  }
  const { field = description.field, item } = error.parameters;
  const label = typeof field === 'string' ? fieldLabel(field, language, String(item ?? '')) : '';
  const told: DomainError['parameters'] = { ...error.parameters, field: label };
  const text = description[language].replace(/\{(\w+)\}/g, (_, name: string) => String(told[name] ?? ''));
  return {
    code: error.code,
    status: description.status,
    text,
    ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
    ...(typeof field === 'string' ? { field } : {}),
  };
}

/** French unless the first accepted language is English. */
export function languageOf(acceptLanguage: string | undefined): Language {
  return /^\s*en\b/i.test(acceptLanguage ?? '') ? 'en' : 'fr';
}
