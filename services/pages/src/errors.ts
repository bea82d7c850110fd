import { COMMON_ERRORS, type ErrorCatalogue, PAGE_ERRORS, PHONE_ERRORS } from '@volant/infra/errors/domain-error';
import { IMAGE_ERRORS } from '@volant/infra/images/image-errors';
import { EMAIL_ERRORS } from '@volant/infra/text/email';
import type { ContactCode } from '@volant/proto/contact/contacts';

/** Errors of the pages service, in both languages. */
export const PAGES_ERRORS = {
  ...COMMON_ERRORS,
  ...EMAIL_ERRORS,
  ...IMAGE_ERRORS,
  ...PAGE_ERRORS,
  ...PHONE_ERRORS,
  WHATSAPP_INVALID: {
    status: 400,
    fr: 'Indiquez un numéro WhatsApp ou un lien wa.me. L’invitation à un groupe ne convient pas.',
    en: 'Enter a WhatsApp number or a wa.me link. An invitation to a group does not work here.',
  },
  WEBSITE_INVALID: {
    status: 400,
    fr: 'Cette adresse ne peut pas être ouverte. Indiquez celle d’un site, par exemple exemple.fr.',
    en: 'This address cannot be opened. Enter that of a website, such as example.com.',
  },
  INSTAGRAM_INVALID: {
    status: 400,
    fr: 'Indiquez un nom d’utilisateur Instagram, par exemple @exemple, ou l’adresse du profil.',
    en: 'Enter an Instagram username, such as @example, or the address of the profile.',
  },
  PAGE_ALREADY_CLAIMED: {
    status: 400,
    fr: 'Cette carte a déjà été activée',
    en: 'This page has already been claimed',
  },
  PAGE_INACTIVE: {
    status: 403,
    fr: 'Cette page est actuellement inactive',
    en: 'This page is currently inactive',
  },
  PAGE_DEACTIVATED: {
    status: 403,
    fr: 'Un administrateur a désactivé cette page\u202f; lui seul peut changer son état.',
    en: 'An administrator has deactivated this page; only an administrator can change its state.',
  },
  PAGE_CHANGED: {
    status: 412,
    fr: 'La page a été modifiée entre-temps. Rechargez-la, puis réessayez.',
    en: 'The page has been changed in the meantime. Reload it, then try again.',
  },
  PAGE_ID_REQUIRED: {
    status: 400,
    field: 'id',
    fr: 'L’identifiant de la page est obligatoire',
    en: 'Page ID is required',
  },
  PAGE_ID_INVALID: {
    status: 400,
    field: 'id',
    fr: 'Un identifiant de page compte 1 à 64 lettres sans accent, chiffres, tirets ou tirets bas\u202f; quelques mots sont réservés.',
    en: 'A page ID has 1 to 64 unaccented letters, digits, hyphens or underscores; a few words are reserved.',
  },
  PAGE_ID_TAKEN: {
    status: 409,
    field: 'id',
    fr: 'Cet identifiant de page est déjà pris.',
    en: 'This page ID is already taken.',
  },
  PAGE_LIMIT_REACHED: {
    status: 409,
    fr: 'Vous avez déjà créé {limit} pages, le maximum par compte.',
    en: 'You have already created {limit} pages, the most an account can have.',
  },
  NAMES_REQUIRED: {
    status: 400,
    fr: 'Le titre de la page et le nom sont obligatoires',
    en: 'Display name and name are required',
  },
  QUANTITY_OUT_OF_RANGE: {
    status: 400,
    field: 'quantity',
    fr: 'La quantité doit être comprise entre 1 et 1000',
    en: 'Quantity must be between 1 and 1000',
  },
  OWNER_NOT_FOUND: {
    status: 400,
    field: 'ownerId',
    fr: 'Aucun compte ne correspond au propriétaire indiqué.',
    en: 'No account matches the given owner.',
  },
  IMAGE_NOT_FOUND: {
    status: 400,
    field: 'avatar',
    fr: 'Cette image n’est plus disponible. Envoyez-la de nouveau.',
    en: 'This image is no longer available. Please upload it again.',
  },
  WORKBOOK_NOT_FOUND: {
    status: 404,
    fr: 'Ce classeur n’est plus disponible\u00a0: il se télécharge pendant 24 heures.',
    en: 'This workbook is no longer available: it can be downloaded for 24 hours.',
  },
} as const satisfies ErrorCatalogue & Record<ContactCode, unknown>;
