import type { Language } from '@volant/infra/errors/domain-error';
import type { Letter } from './letter.ts';

/** Remedy for an owner who did not make the change: undo it, or contact us if it cannot be undone. */
export type Remedy = { readonly undo: string } | { readonly contact: string };

/** Sent to the former address of the account. */
export function emailChangedLetter(language: Language, remedy: Remedy): Letter {
  const undo = 'undo' in remedy ? remedy.undo : undefined;
  const address = 'undo' in remedy ? remedy.undo : remedy.contact;
  return language === 'fr'
    ? {
        language,
        subject: 'L’adresse e-mail de votre compte a changé',
        greeting: 'Bonjour,',
        opening: [
          'L’adresse e-mail de votre compte Volant a changé. Celle à laquelle vous recevez ce message ne sert plus à vous connecter.',
          'Si ce changement vient de vous, vous n’avez rien à faire.',
          undo === undefined
            ? 'S’il ne vient pas de vous, quelqu’un d’autre a accès à votre compte\u00a0: écrivez-nous sans attendre.'
            : 'S’il ne vient pas de vous, quelqu’un d’autre a accès à votre compte\u00a0: rétablissez votre adresse sans attendre. Le mot de passe redevient celui d’avant le changement, toutes les sessions se ferment, et nous vous demanderons d’en choisir un nouveau.',
        ],
        button: { label: undo === undefined ? 'Nous écrire' : 'Rétablir mon adresse', address },
        closing:
          undo === undefined
            ? []
            : ['Ce lien est valable 7 jours et ne sert qu’une fois. Ne le transmettez à personne.'],
      }
    : {
        language,
        subject: 'The email address of your account has changed',
        greeting: 'Hello,',
        opening: [
          'The email address of your Volant account has changed. The one this message was sent to no longer signs you in.',
          'If you made this change, there is nothing to do.',
          undo === undefined
            ? 'If you did not, somebody else has access to your account: please write to us straight away.'
            : 'If you did not, somebody else has access to your account: put your address back straight away. The password becomes the one from before the change, every session ends, and we will ask you to choose a new one.',
        ],
        button: { label: undo === undefined ? 'Write to us' : 'Put my address back', address },
        closing:
          undo === undefined ? [] : ['This link is valid for 7 days and works once. Do not pass it on to anybody.'],
      };
}
