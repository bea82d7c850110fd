import type { Language } from '@volant/infra/errors/domain-error';
import type { Letter } from './letter.ts';

/**
 * Sent to the requested address. Names the account by its present address, so that the reader can tell whether it is
 * theirs.
 */
export function confirmEmailLetter(language: Language, account: string, address: string): Letter {
  return language === 'fr'
    ? {
        language,
        subject: 'Confirmez votre nouvelle adresse e-mail',
        greeting: 'Bonjour,',
        opening: [
          `Le compte Volant de ${account} demande à utiliser l’adresse à laquelle vous recevez ce message.`,
          'Si c’est votre compte, confirmez avec le bouton ci-dessous\u00a0: c’est alors seulement que l’adresse change.',
        ],
        button: { label: 'Confirmer cette adresse', address },
        closing: [
          'Ce lien est valable 24 heures et ne sert qu’une fois. Si vous avez fait plusieurs demandes, seul le dernier lien fonctionne.',
          'Vous n’avez rien demandé\u202f? Ne tenez pas compte de ce message, rien ne changera. Ne confirmez pas\u00a0: ce compte est celui de quelqu’un d’autre.',
        ],
      }
    : {
        language,
        subject: 'Confirm your new email address',
        greeting: 'Hello,',
        opening: [
          `The Volant account of ${account} asks to use the address this message was sent to.`,
          'If this is your account, confirm with the button below: only then does the address change.',
        ],
        button: { label: 'Confirm this address', address },
        closing: [
          'This link is valid for 24 hours and works once. If you asked several times, only the latest link works.',
          'You did not ask for this? Ignore this message, nothing will change. Do not confirm: the account is somebody else’s.',
        ],
      };
}

/** Sent to the present address as soon as another one is requested. */
export function emailChangeRequestedLetter(language: Language, address: string): Letter {
  return language === 'fr'
    ? {
        language,
        subject: 'Votre compte demande à changer d’adresse e-mail',
        greeting: 'Bonjour,',
        opening: [
          'Une autre adresse e-mail est demandée pour votre compte Volant. Rien ne change tant que cette adresse n’est pas confirmée.',
          'Si la demande vient de vous, ouvrez le message envoyé à la nouvelle adresse.',
          'Si elle ne vient pas de vous, quelqu’un d’autre a accès à votre compte\u00a0: annulez-la sans attendre, puis choisissez un nouveau mot de passe.',
        ],
        button: { label: 'Annuler la demande', address },
        closing: ['Ce lien est valable 24 heures. Ne le transmettez à personne.'],
      }
    : {
        language,
        subject: 'Your account asks to change its email address',
        greeting: 'Hello,',
        opening: [
          'Another email address is asked for by your Volant account. Nothing changes until that address is confirmed.',
          'If you asked for it, open the message sent to the new address.',
          'If you did not, somebody else has access to your account: cancel the request straight away, then choose a new password.',
        ],
        button: { label: 'Cancel the request', address },
        closing: ['This link is valid for 24 hours. Do not pass it on to anybody.'],
      };
}
