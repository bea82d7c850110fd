import { COMMON_ERRORS, type ErrorCatalogue, PAGE_ERRORS } from '@volant/infra/errors/domain-error';
import { IMAGE_ERRORS } from '@volant/infra/images/image-errors';
import { HTTP_ERRORS } from '@volant/infra/process/server/http-bounds';

/** Errors of the gateway itself. Errors of services are passed on unchanged. */
export const GATEWAY_ERRORS = {
  ...COMMON_ERRORS,
  ...IMAGE_ERRORS,
  ...HTTP_ERRORS,
  ...PAGE_ERRORS,
  DEMO_FROM_ELSEWHERE: {
    status: 403,
    fr: 'La démonstration ne répond qu’à cette machine, sans intermédiaire\u00a0: ses mots de passe sont publics. Pour un vrai usage, lancez Volant avec VOLANT_DEMO=off sur un répertoire vide.',
    en: 'The demo answers this machine alone, and no proxy: its passwords are public. For real use, start Volant with VOLANT_DEMO=off on an empty directory.',
  },
  GRAPHQL_PARSE_FAILED: {
    status: 400,
    fr: 'L’opération GraphQL ne peut pas être lue.',
    en: 'The GraphQL operation cannot be read.',
  },
  GRAPHQL_VALIDATION_FAILED: {
    status: 400,
    fr: 'L’opération GraphQL ne correspond pas au schéma.',
    en: 'The GraphQL operation does not fit the schema.',
  },
  OPERATION_UNKNOWN: {
    status: 400,
    fr: 'Le document ne contient pas l’opération demandée.',
    en: 'The document does not hold the operation asked for.',
  },
  OPERATION_NOT_LISTED: {
    status: 403,
    fr: 'Cette opération GraphQL ne figure pas parmi celles qui sont admises ici.',
    en: 'This GraphQL operation is not among those admitted here.',
  },
  OPERATION_TOO_LARGE: {
    status: 400,
    fr: 'L’opération GraphQL est trop vaste. Découpez-la.',
    en: 'The GraphQL operation is too large. Split it up.',
  },
  UPLOAD_WITHOUT_PREFLIGHT: {
    status: 400,
    fr: 'Un envoi de fichier à GraphQL doit porter l’en-tête Apollo-Require-Preflight.',
    en: 'A file sent to GraphQL must come with the header Apollo-Require-Preflight.',
  },
  PERSISTED_QUERY_NOT_SUPPORTED: {
    status: 400,
    fr: 'Cette opération enregistrée n’est pas connue ici\u00a0: envoyez le texte de l’opération.',
    en: 'This persisted operation is not known here: send the text of the operation.',
  },
} as const satisfies ErrorCatalogue;
