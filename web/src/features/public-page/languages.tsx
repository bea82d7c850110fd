import { LANGUAGES, type Language, languagesWith } from '@volant/proto/text/languages';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface LanguagesProps {
  readonly current: Language;
  readonly preferred: Language | undefined;
  /** Accessible name of the folded list. */
  readonly label: string;
}

/**
 * The switch: one language in view, the others folded. The server does not know the preferred one, which `activate`
 * brings into view (`offerPreferred`).
 */
export function Languages({ current, preferred, label }: LanguagesProps): ReactNode {
  const others = languagesWith('page').filter((language) => language !== current);
  const first = others.find((language) => language === preferred) ?? others[0];
  return (
    <div className="pp-languages">
      {first && <LinkTo language={first} />}
      {others.length > 1 && (
        <details>
          <summary className="pp-language">
            <Icon name="website" />
            <span className="pp-unseen">{label}</span>
          </summary>
          <div>{others.map((language) => language !== first && <LinkTo key={language} language={language} />)}</div>
        </details>
      )}
    </div>
  );
}

function LinkTo({ language }: { readonly language: Language }): ReactNode {
  return (
    <a className="pp-language" href={`?lang=${language}`} hrefLang={language} lang={language} data-language={language}>
      {LANGUAGES[language].name}
    </a>
  );
}
