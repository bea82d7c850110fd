import type { Language } from '@volant/infra/errors/domain-error';
import type { Letter } from './letter.ts';

/** Contains the link to choose a new password. */
export function resetLetter(language: Language, address: string): Letter {
  return language === 'fr'
    ? {
        language,
        subject: 'Choisissez un nouveau mot de passe',
        greeting: 'Bonjour,',
        opening: [
          'Vous avez demandé à changer le mot de passe de votre compte Volant. Le bouton ci-dessous vous permet d’en choisir un nouveau.',
        ],
        button: { label: 'Choisir un nouveau mot de passe', address },
        closing: [
          'Ce lien est valable 60 minutes et ne sert qu’une fois. Si vous en avez reçu plusieurs, le premier utilisé annule les autres.',
          'Vous n’avez rien demandé\u202f? Ne tenez pas compte de ce message\u00a0: votre mot de passe reste le même. Ne transmettez ce lien à personne.',
        ],
      }
    : {
        language,
        subject: 'Choose a new password',
        greeting: 'Hello,',
        opening: ['You asked to change the password of your Volant account. Use the button below to choose a new one.'],
        button: { label: 'Choose a new password', address },
        closing: [
          'This link is valid for 60 minutes and works once. If you received several, using one cancels the others.',
          'You did not ask for this? Ignore this message: your password stays as it is. Do not pass this link on to anybody.',
        ],
      };
}
