import { ArrowLeft, History, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href, useParams } from 'react-router';
import { fixedFailure } from '../../api/failure.ts';
import { useScreenQuery } from '../../apollo/use-screen-query.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { useSession } from '../../session/use-session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton, Waiting } from '../../ui/skeleton.tsx';
import { useAction } from '../../ui/use-action.ts';
import { FieldWords } from './field-words.tsx';
import { PageHistoryDocument, type PageVersionDetailsFragment } from './history-page.generated.ts';
import './history.css';

const RestoreDialog = lazyPart(() => import('./restore-dialog.tsx'));

function HistoryPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { data, error, loading, refetch, fetchMore } = useScreenQuery(PageHistoryDocument, {
    variables: { id },
    fetchPolicy: 'network-only',
  });
  const [chosen, choose] = useState<PageVersionDetailsFragment>();
  const [restored, setRestored] = useState<number>();
  const more = useAction(
    (after: string | null) => fetchMore({ variables: { after } }),
    (reason) => fixedFailure(reason, 'history.failed'),
  );
  const reload = () => void refetch().catch(() => {});
  const history = data?.pageHistory;
  const session = useSession();
  // An administrator reads it.
  const isOther = data !== undefined && data.page.ownerId !== session?.user.id;
  return (
    <div className="history page">
      <div className="stack at-start gap-2">
        <div className="history__links">
          <ButtonLink look="quiet" icon={ArrowLeft} to={isOther ? href('/admin') : href('/dashboard')}>
            {isOther ? t('shell.administration') : t('editor.toDashboard')}
          </ButtonLink>
          <ButtonLink look="quiet" icon={Pencil} to={href('/editor/:id', { id })}>
            {t('editor.titleExisting')}
          </ButtonLink>
        </div>
        <PageHeading title={t('editor.history')} className="screen-title" />
        <p className="history__lede">
          {data !== undefined && (
            <>
              <bdi translate="no">{data.page.displayName || data.page.id}</bdi>
              {' · '}
            </>
          )}
          {t('history.lede')}
        </p>
      </div>
      <div role="status">
        {restored !== undefined && <Notice tone="success" text={t('history.restored', { version: restored })} />}
      </div>
      {history === undefined && error === undefined && <HistorySkeleton label={t('history.loading')} />}
      {history === undefined && error !== undefined && (
        <FailureNotice failure={fixedFailure(error, 'history.failed')} retry={{ loading, refetch }} />
      )}
      {history !== undefined && (
        <>
          <ol className="history__list">
            {history.nodes.map((version, index) => (
              <li key={version.version}>
                <VersionEntry version={version} isPresent={index === 0} onRestore={() => choose(version)} />
              </li>
            ))}
          </ol>
          <FailureNotice failure={more.failure} />
          {history.pageInfo.hasNextPage && (
            <Button look="secondary" busy={more.busy} onClick={() => void more.run(history.pageInfo.endCursor)}>
              {t('history.more')}
            </Button>
          )}
          {chosen !== undefined && (
            <RestoreDialog
              id={id}
              version={chosen}
              expectedVersion={history.nodes[0]?.version ?? chosen.version}
              onClose={() => choose(undefined)}
              onRestored={() => {
                setRestored(chosen.version);
                choose(undefined);
                reload();
              }}
              onChanged={reload}
            />
          )}
        </>
      )}
    </div>
  );
}

function HistorySkeleton({ label }: { readonly label: string }) {
  return (
    <Waiting label={label} className="history__list">
      {[0, 1, 2].map((index) => (
        <div key={index} className="version" aria-hidden="true">
          <Skeleton width="14rem" height="1.5rem" />
          <Skeleton width="18rem" height="1.5rem" />
        </div>
      ))}
    </Waiting>
  );
}

interface VersionEntryProps {
  readonly version: PageVersionDetailsFragment;
  readonly isPresent: boolean;
  readonly onRestore: () => void;
}

/** One change in words: who made it, when, and each field before and after it. */
function VersionEntry({ version, isPresent, onRestore }: VersionEntryProps) {
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
      {kind} <bdi translate="no">{account.email}</bdi>
    </>
  );
}

export { HistoryPage as Component };
