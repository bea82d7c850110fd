import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/use-session.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { FieldWords } from './field-words.tsx';
import type { PageVersionDetailsFragment } from './history-page.generated.ts';

interface VersionEntryProps {
  readonly version: PageVersionDetailsFragment;
  readonly isPresent: boolean;
  readonly onRestore: () => void;
}

/** One change in words: who made it, when, and each field before and after it. */
export function VersionEntry({ version, isPresent, onRestore }: VersionEntryProps) {
  const { t, format } = useLocale();
  const number = version.version;
  const titleId = `version-${number}`;
  const saysNothing = [...version.acts, ...version.fields].length === 0 && version.restoredFrom === null;
  return (
    <article className="version" aria-labelledby={titleId}>
      <div className="version__head">
        <h2 className="version__title" id={titleId}>
          {t('history.version', { version: number })}
          {isPresent && <span className="version__present">{t('history.present')}</span>}
        </h2>
        <p className="version__when">
          <Author version={version} />
          {' · '}
          <time dateTime={version.changedAt}>{format.dayAndTime(version.changedAt)}</time>
        </p>
      </div>
      <ul className="version__words">
        {version.acts.map((act) => (
          <li key={act}>{t('history.act', { returnObjects: true })[act]}</li>
        ))}
        {version.restoredFrom !== null && <li>{t('history.from', { version: version.restoredFrom })}</li>}
        {version.reason !== null && <li>{t('history.reason', { reason: version.reason })}</li>}
        {saysNothing && <li>{t('history.blanks')}</li>}
        {version.fields.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a version never changes, and two items may read the same
          <FieldWords key={index} change={change} />
        ))}
      </ul>
      {version.restorable && !isPresent && (
        <Button
          look="secondary"
          icon={History}
          className="version__restore"
          aria-label={t('history.restoreNamed', { version: number })}
          onClick={onRestore}
        >
          {t('history.restore')}
        </Button>
      )}
    </article>
  );
}

function Author({ version: { author, account } }: { readonly version: PageVersionDetailsFragment }) {
  const { t } = useTranslation();
  const session = useSession();
  if (account !== null && account.id === session?.user.id) return t('history.you');
  const kind = t('history.author', { returnObjects: true })[author];
  if (!account?.email) return kind;
  return (
    <>
      {kind} <bdi>{account.email}</bdi>
    </>
  );
}
