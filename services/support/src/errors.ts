import { COMMON_ERRORS, type ErrorCatalogue } from '@volant/infra/errors/domain-error';
import { EMAIL_ERRORS } from '@volant/infra/text/email';

export const SUPPORT_ERRORS = {
  ...COMMON_ERRORS,
  ...EMAIL_ERRORS,
  CONTACT_FIELDS_REQUIRED: {
    status: 400,
    fr: 'Veuillez remplir tous les champs.',
    en: 'Please fill in all fields.',
  },
  NAME_TOO_LONG: {
    status: 400,
    field: 'name',
    fr: 'Le nom ne doit pas dépasser {limit} caractères.',
    en: 'The name must be at most {limit} characters long.',
  },
  SUBJECT_TOO_LONG: {
    status: 400,
    field: 'subject',
    fr: 'L’objet ne doit pas dépasser {limit} caractères.',
    en: 'The subject must be at most {limit} characters long.',
  },
  MESSAGE_TOO_SHORT: {
    status: 400,
    field: 'message',
    fr: 'Le message doit compter au moins {limit} caractères.',
    en: 'Message must be at least {limit} characters long.',
  },
  MESSAGE_TOO_LONG: {
    status: 400,
    field: 'message',
    fr: 'Le message ne doit pas dépasser {limit} caractères.',
    en: 'The message must be at most {limit} characters long.',
  },
  TOO_MANY_MESSAGES: {
    status: 429,
    fr: 'Vous avez déjà envoyé plusieurs messages. Réessayez dans {wait}.',
    en: 'You have already sent several messages. Try again in {wait}.',
  },
  MESSAGE_NOT_FOUND: { status: 404, fr: 'Ce message n’existe pas.', en: 'This message does not exist.' },
  MESSAGE_ALREADY_HANDLED: {
    status: 409,
    fr: 'Quelqu’un d’autre s’occupe déjà de ce message.',
    en: 'Somebody else is already handling this message.',
  },
  HANDLER_NOT_FOUND: {
    status: 400,
    field: 'userId',
    fr: 'Cette personne ne fait pas partie de l’assistance.',
    en: 'This person is not part of the support team.',
  },
} as const satisfies ErrorCatalogue;
