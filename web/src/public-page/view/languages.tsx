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
  const folded = others.filter((language) => language !== first);
  return (
    <div className="pp-languages">
      {first && <Links to={[first]} />}
      {folded.length > 0 && (
        <details>
          <summary className="pp-language">
            <Icon name="website" />
            <span className="pp-unseen">{label}</span>
          </summary>
          <Links to={folded} />
        </details>
      )}
    </div>
  );
}

/** As text, because an element each would be a tenth of what rendering a page takes. */
function Links({ to }: { readonly to: readonly Language[] }): ReactNode {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own names of languages
  return <div dangerouslySetInnerHTML={{ __html: to.map(linkTo).join('') }} />;
}

function linkTo(language: Language): string {
  const { name } = LANGUAGES[language];
  return `<a class="pp-language" href="?lang=${language}" hreflang="${language}" lang="${language}" data-language="${language}">${name}</a>`;
}
