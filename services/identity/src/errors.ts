import { COMMON_ERRORS, type ErrorCatalogue, PHONE_ERRORS } from '@volant/infra/errors/domain-error';
import { IMAGE_ERRORS } from '@volant/infra/images/image-errors';
import { EMAIL_ERRORS } from '@volant/infra/text/email';

/** Errors of identity, with their texts. */
export const IDENTITY_ERRORS = {
  ...COMMON_ERRORS,
  ...IMAGE_ERRORS,
  ...EMAIL_ERRORS,
  ...PHONE_ERRORS,
  FIELDS_REQUIRED: { status: 400, fr: 'Veuillez remplir tous les champs.', en: 'Please fill in all fields' },
  USERNAME_INVALID: {
    status: 400,
    field: 'username',
    fr: 'Le nom d’utilisateur doit compter de 3 à 50 caractères visibles d’un même alphabet, sans «\u00a0@\u00a0».',
    en: 'The username must be 3 to 50 visible characters of one alphabet, without “@”.',
  },
  PASSWORD_LENGTH: {
    status: 400,
    field: 'password',
    fr: 'Le mot de passe doit compter de 6 à 128 caractères.',
    en: 'Password must be 6 to 128 characters long.',
  },
  INVALID_CREDENTIALS: {
    status: 401,
    fr: 'Adresse e-mail ou mot de passe incorrect.',
    en: 'Invalid email or password',
  },
  EMAIL_TAKEN: {
    status: 409,
    field: 'email',
    fr: 'Un compte existe déjà avec cette adresse e-mail.',
    en: 'An account with this email address already exists.',
  },
  USERNAME_TAKEN: {
    status: 409,
    field: 'username',
    fr: 'Ce nom d’utilisateur est déjà pris.',
    en: 'This username is already taken.',
  },
  EMAIL_NOT_FOUND: {
    status: 404,
    field: 'email',
    fr: 'Aucun compte ne correspond à cette adresse e-mail',
    en: 'No account found with this email address',
  },
  RESET_TOKEN_INVALID: {
    status: 400,
    fr: 'Ce lien de réinitialisation n’est pas valide ou a expiré',
    en: 'Invalid or expired reset link',
  },
  EMAIL_CHANGE_INVALID: {
    status: 400,
    fr: 'Ce lien n’est plus valable\u00a0: la modification a été annulée, ou une demande plus récente l’a remplacée.',
    en: 'This link is no longer valid: the change was cancelled, or a later request has replaced it.',
  },
  EMAIL_CHANGE_USED: {
    status: 400,
    fr: 'Ce lien a déjà servi\u00a0: la nouvelle adresse e-mail est en place.',
    en: 'This link has been used already: the new email address is in place.',
  },
  EMAIL_CHANGE_EXPIRED: {
    status: 400,
    fr: 'Ce lien a expiré\u00a0: il n’était valable que 24 heures. L’adresse e-mail est restée la même.',
    en: 'This link has expired: it was valid for 24 hours only. The email address has stayed the same.',
  },
  EMAIL_UNDO_INVALID: {
    status: 400,
    fr: 'Ce lien n’est pas valide.',
    en: 'This link is not valid.',
  },
  EMAIL_UNDO_USED: {
    status: 400,
    fr: 'Ce lien a déjà servi\u00a0: votre ancienne adresse e-mail est rétablie.',
    en: 'This link has been used already: your former email address is back.',
  },
  EMAIL_UNDO_EXPIRED: {
    status: 400,
    fr: 'Ce lien a expiré\u00a0: il n’était valable que 7 jours.',
    en: 'This link has expired: it was valid for 7 days only.',
  },
  WRONG_PASSWORD: {
    status: 400,
    field: 'currentPassword',
    fr: 'Le mot de passe actuel n’est pas correct.',
    en: 'The current password is not correct.',
  },
  AVATAR_NOT_FOUND: {
    status: 400,
    field: 'avatar',
    fr: 'Cette photo n’existe pas parmi celles que vous avez envoyées. Envoyez-la de nouveau.',
    en: 'This picture is not one you have uploaded. Please upload it again.',
  },
  OWN_ACCOUNT: {
    status: 403,
    fr: 'Supprimez votre propre compte avec votre mot de passe, depuis votre compte.',
    en: 'Delete your own account with your password, from your account.',
  },
  USER_NOT_FOUND: { status: 404, fr: 'Ce compte n’existe pas.', en: 'This account does not exist.' },
  OWN_ROLE: {
    status: 403,
    fr: 'Vous ne pouvez pas changer votre propre rôle.',
    en: 'You cannot change your own role.',
  },
  SUPERADMIN_PROTECTED: {
    status: 403,
    fr: 'Seul un super-administrateur peut donner ou retirer ce rôle.',
    en: 'Only a super-administrator can give or take this role.',
  },
  LAST_SUPERADMIN: {
    status: 409,
    fr: 'C’est le dernier super-administrateur\u00a0: donnez d’abord ce rôle à une autre personne.',
    en: 'This is the last super-administrator: give somebody else the role first.',
  },
  SUPERADMIN_ACCOUNT_TAKEN: {
    status: 409,
    fr: 'Un compte avec cette adresse e-mail existe déjà et a un autre mot de passe\u00a0: il n’est pas devenu super-administrateur.',
    en: 'An account with this email address exists already and has another password: it was not made a super-administrator.',
  },
} as const satisfies ErrorCatalogue;
