import type { Language } from '@volant/infra/errors/domain-error';
import type { Letter } from './letter.ts';

/** To the address an account had until now. */
export function emailChangedLetter(language: Language, contact: string): Letter {
  return language === 'fr'
    ? {
        language,
        subject: 'L’adresse e-mail de votre compte a changé',
        greeting: 'Bonjour,',
        opening: [
          'L’adresse e-mail de votre compte Volant a changé. Celle à laquelle vous recevez ce message ne sert plus à vous connecter.',
          'Si ce changement vient de vous, vous n’avez rien à faire.',
          'S’il ne vient pas de vous, quelqu’un d’autre a accès à votre compte\u00a0: écrivez-nous sans attendre.',
        ],
        button: { label: 'Nous écrire', address: contact },
        closing: [],
      }
    : {
        language,
        subject: 'The email address of your account has changed',
        greeting: 'Hello,',
        opening: [
          'The email address of your Volant account has changed. The one this message was sent to no longer signs you in.',
          'If you made this change, there is nothing to do.',
          'If you did not, somebody else has access to your account: please write to us straight away.',
        ],
        button: { label: 'Write to us', address: contact },
        closing: [],
      };
}
