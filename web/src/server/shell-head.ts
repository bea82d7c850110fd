import { LANGUAGES, type Language, languagesWith } from '@volant/proto/text/languages';
import type { Screen } from '../app/screen.ts';
import type { TextKey } from '../i18n/text-key.ts';
import { screenAt } from './screen-at.ts';
import { descriptionOf, dictionaries } from './texts.ts';

interface ShellHead {
  readonly title: string;
  readonly description: string;
  /** Attributes of the element `html`. */
  readonly attributes: string;
  /** Markup for readers without JavaScript. */
  readonly withoutScript: string;
}

const visitors = languagesWith('common', 'claiming', 'page');
const withoutScript = visitors
  .map((language) => `<p lang="${language}">${dictionaries[language].document.emptyNeedsScript}</p>`)
  .join('');

function textOf(language: Language, key: TextKey): unknown {
  return key
    .split('.')
    .reduce<unknown>((texts, name) => (texts as Record<string, unknown>)[name], dictionaries[language]);
}

/** What the document of a screen that only the client renders says of itself until the client runs. */
export function shellHead(pathname: string, language: Language): ShellHead {
  const { document }: Pick<Screen, 'document'> = screenAt(pathname) ?? { document: { title: 'notFound.title' } };
  return {
    title: typeof document === 'string' ? 'Volant' : `${textOf(language, document.title)} · Volant`,
    description: descriptionOf(pathname.replace(/(.)\/$/, '$1'), language),
    attributes: `lang="${language}" dir="${LANGUAGES[language].dir}" data-languages="${visitors.join(' ')}"`,
    withoutScript,
  };
}
