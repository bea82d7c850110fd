import type { CardNotice, ShellHead } from '@volant/proto/rendering/page-renderer';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, languagesWith } from '@volant/proto/text/languages';
import type { Screen } from '../app/screen.ts';
import { screenAt } from './screen-at.ts';
import { descriptionOf, dictionaries, textOf } from './texts.ts';

/** An address does not tell the reader's language, so this is said in each. */
const withoutScript = languagesWith('document')
  .map(
    (language) =>
      `<p lang="${language}" dir="${LANGUAGES[language].dir}">${dictionaries[language].document.emptyNeedsScript}</p>`,
  )
  .join('');

const NOT_FOUND = { document: { title: 'notFound.title' }, texts: ['access'] } as const;

/** What people without a script learn of a card. */
function noticeOf(card: CardNotice, language: Language): string {
  const { card: texts, claimScreen } = dictionaries[language];
  const [title, text] = {
    lost: [texts.lost, texts.lostHint],
    replaced: [texts.replaced, texts.replacedHint],
    inactive: [texts.inactive, texts.inactiveHint],
    blocked: [texts.inactive, texts.blockedHint],
    notFound: [texts.notFound, texts.notFoundHint],
    setUp: [texts.setUp, texts.setUpGuestHint],
    unclaimed: [claimScreen.title, `${claimScreen.guestText} ${claimScreen.passengerText}`],
  }[card];
  return `<h1>${title}</h1><p>${text}</p>`;
}

/** What the document of a screen that only the client renders says of itself until the client runs. */
export function shellHead(pathname: string, requested: Language, card?: CardNotice): ShellHead {
  const screen: Pick<Screen, 'description' | 'document' | 'texts'> =
    screenAt(card === undefined ? pathname : '/d/x') ?? NOT_FOUND;
  const { document, texts } = screen;
  const languages = languagesWith('common', ...texts);
  const language = languages.includes(requested) ? requested : DEFAULT_LANGUAGE;
  return {
    language,
    title: typeof document === 'string' ? 'Volant' : `${textOf(language, document.title)} · Volant`,
    description: descriptionOf(screen, language),
    attributes: `lang="${language}" dir="${LANGUAGES[language].dir}" data-languages="${languages.join(' ')}"`,
    withoutScript: card === undefined ? withoutScript : noticeOf(card, language) + withoutScript,
  };
}
