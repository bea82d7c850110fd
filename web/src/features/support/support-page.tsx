import { Ellipsis, RefreshCw } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, type To, useNavigate, useSearchParams } from 'react-router';
import { type Failure, fixedFailure } from '../../api/failure.ts';
import { useScreenQuery } from '../../apollo/use-screen-query.ts';
import { SAME_SCREEN } from '../../browser/same-screen.ts';
import { SIDE_BY_SIDE, useMedia } from '../../browser/use-media.ts';
import { withParameters } from '../../browser/with-parameters.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Skeleton, Waiting } from '../../ui/skeleton.tsx';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { MessageRow } from './message-row.tsx';
import { OpenedMessage } from './opened-message.tsx';
import { SEARCH_PARAMETER, STATUSES, statusIn } from './statuses.ts';
import { SupportDocument } from './support-page.generated.ts';
import './support.css';

const ExportMessages = lazyPart(() => import('./export-messages.tsx'));
const ShortcutsDialog = lazyPart(() => import('../../ui/shortcuts-dialog.tsx'));

const KEYS = [
  ['/', 'search'],
  ['j', 'next'],
  ['k', 'previous'],
  ['e', 'resolve'],
  ['r', 'reply'],
  ['?', 'help'],
] as const;

/** Address of the list with its search, status filter and opened message. */
function addressOf(params: URLSearchParams, changes: { readonly status?: string | undefined; message?: string }): To {
  return { search: withParameters(params, { message: undefined, ...changes }).toString() };
}

function SupportPage() {
  const { t, format } = useLocale();
  const keyWords = t('support.keys', { returnObjects: true });
  const [params, setParams] = useSearchParams();
  const status = statusIn(params);
  const search = params.get(SEARCH_PARAMETER) ?? '';
  const oldestFirst = params.get('order') === 'oldest';
  const turnRound = t(oldestFirst ? 'support.newestFirst' : 'support.oldestFirst');
  const filter = { ...(status !== undefined && { status }), ...(search !== '' && { search }) };
  const list = JSON.stringify([filter, oldestFirst]);
  const [failed, setFailed] = useState<{ readonly list: string; readonly failure: Failure }>();
  const {
    data: answer,
    previousData,
    error,
    loading,
    refetch,
    fetchMore,
  } = useScreenQuery(SupportDocument, {
    variables: { ...filter, ...(oldestFirst && { oldestFirst }) },
  });
  // Keep the previous messages while others load.
  const data = answer ?? (error === undefined ? previousData : undefined);
  const rows = data?.supportMessages.nodes;
  const isMore = data?.supportMessages.pageInfo.hasNextPage === true;
  const { run: showMore, busy } = useSingleFlight(
    async (use?: (first: { readonly id: string } | undefined) => void) => {
      setFailed(undefined);
      try {
        const more = await fetchMore({ variables: { after: data?.supportMessages.pageInfo.endCursor ?? null } });
        use?.(more.data?.supportMessages.nodes[0]);
      } catch (reason) {
        setFailed({ list, failure: fixedFailure(reason, 'support.failed') });
      }
    },
  );

  const readAgain = () => {
    setFailed(undefined);
    return refetch();
  };
  const clearSearch = () =>
    setParams(withParameters(params, { [SEARCH_PARAMETER]: undefined }), { replace: true, state: SAME_SCREEN });

  const chosen = params.get('message') ?? undefined;
  // Messages that were resolved since the list was read leave it, except the opened one.
  const messages = (rows ?? []).filter(
    (message) => status === undefined || message.status === status || message.id === chosen,
  );
  const navigate = useNavigate();
  const [opened, setOpened] = useState<'export' | 'keys'>();
  const hasKeyboard = useMedia(SIDE_BY_SIDE);
  const total = data?.supportMessages.totalCount;
  const place = messages.findIndex(({ id }) => id === chosen);
  const show = (message: { readonly id: string } | undefined) =>
    void navigate(addressOf(params, message === undefined ? {} : { message: message.id }), { state: SAME_SCREEN });
  const step = (to: { readonly id: string } | undefined) => to !== undefined && show(to);
  const next = messages[place + 1];
  const searchField = useRef<HTMLInputElement>(null);
  const listed = useRef<HTMLDivElement>(null);
  useShortcuts({
    '/': () => searchField.current?.focus(),
    j: () => (next === undefined && isMore ? void showMore(step) : step(next)),
    k: () => step(messages[place - 1]),
    '?': () => setOpened('keys'),
  });

  const count = (part: { readonly totalCount: number } | undefined) =>
    part === undefined ? '' : format.number(part.totalCount);
  const counts = {
    OPEN: count(data?.open),
    PENDING: count(data?.pending),
    RESOLVED: count(data?.resolved),
    SUSPECTED: count(data?.suspected),
  };
  const failure = failed?.list === list ? failed.failure : undefined;
  const refused = error === undefined ? failure : fixedFailure(error, 'support.failed');

  return (
    <div className="support page" data-open={chosen !== undefined}>
      <div className="support__list">
        <div className="support__head cluster middle between gap-3">
          <PageHeading title={t('support.title')} className="screen-title" />
          <Button look="secondary" icon={RefreshCw} busy={loading} onClick={() => void readAgain().catch(() => {})}>
            {t('support.refresh')}
          </Button>
        </div>
        <div className="support__search">
          <SearchField
            label={t('support.search')}
            parameter={SEARCH_PARAMETER}
            input={searchField}
            onEnter={() => listed.current?.querySelector('a')?.focus()}
          />
          <MenuButton
            label={t('support.more')}
            className="icon-button"
            entries={[
              {
                id: 'order',
                label: turnRound,
                onAction: () =>
                  setParams(withParameters(params, { order: oldestFirst ? undefined : 'oldest' }), {
                    replace: true,
                    state: SAME_SCREEN,
                  }),
              },
              ...(total === 0
                ? []
                : [{ id: 'export', label: t('exporting.open'), onAction: () => setOpened('export') }]),
              ...(hasKeyboard
                ? [{ id: 'keys', label: t('support.shortcuts'), onAction: () => setOpened('keys') }]
                : []),
            ]}
          >
            <Ellipsis aria-hidden="true" />
          </MenuButton>
        </div>
        <nav className="support__filter" aria-label={t('support.filter')}>
          {STATUSES.map((one) => (
            <Link
              key={one}
              to={addressOf(params, { status: one === 'OPEN' ? undefined : one })}
              state={SAME_SCREEN}
              aria-current={status === one ? 'true' : undefined}
            >
              {t('support.several', { returnObjects: true })[one]} <span className="tabular">{counts[one]}</span>
            </Link>
          ))}
          <Link
            to={addressOf(params, { status: 'ALL' })}
            state={SAME_SCREEN}
            aria-current={status === undefined ? 'true' : undefined}
          >
            {t('support.all')}
          </Link>
        </nav>
        <FailureNotice failure={refused} retry={error && { loading, refetch: readAgain }} />
        <div ref={listed} className="support__scroll stack gap-4">
          {rows === undefined && error === undefined && <ListSkeleton label={t('support.loading')} />}
          {rows !== undefined && messages.length === 0 && <NoMessages search={search} onClear={clearSearch} />}
          {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without it */}
          <ul className="support__messages" role="list" aria-busy={answer === undefined && data !== undefined}>
            {messages.map((message) => (
              <li key={message.id}>
                <MessageRow
                  message={message}
                  to={addressOf(params, { message: message.id })}
                  chosen={message.id === chosen}
                />
              </li>
            ))}
          </ul>
          {isMore && (
            <Button look="secondary" busy={busy} onClick={() => void showMore()}>
              {t('dashboard.more')}
            </Button>
          )}
        </div>
      </div>
      <div className="support__message">
        {chosen === undefined ? (
          messages.length > 0 && <p className="support__hint">{t('support.choose')}</p>
        ) : (
          <OpenedMessage
            key={chosen}
            id={chosen}
            back={addressOf(params, {})}
            listed={messages.find(({ id }) => id === chosen)}
            listing={answer === undefined && error === undefined}
            onResolved={() => show(next ?? messages[place - 1])}
          />
        )}
      </div>
      {opened === 'export' && total !== undefined && (
        <ExportMessages {...{ filter, oldestFirst, total }} onClose={() => setOpened(undefined)} />
      )}
      {opened === 'keys' && (
        <ShortcutsDialog
          title={t('support.shortcuts')}
          close={t('support.closeShortcuts')}
          use={t('support.shortcutsOn')}
          keys={KEYS.map(([key, name]) => [key, keyWords[name]])}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  );
}

/** Placeholder rows with the size of real rows. */
function ListSkeleton({ label }: { readonly label: string }) {
  return (
    <Waiting label={label} className="support__messages">
      {[0, 1, 2, 3].map((index) => (
        <div key={index} className="message-row" aria-hidden="true">
          <Skeleton width="12rem" height="1.5rem" />
          <Skeleton width="8rem" height="1.25rem" />
        </div>
      ))}
    </Waiting>
  );
}

function NoMessages({ search, onClear }: { readonly search: string; readonly onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="support__empty">
      <p>{search === '' ? t('support.empty') : t('support.none', { search })}</p>
      {search !== '' && (
        <Button look="secondary" onClick={onClear}>
          {t('search.clear')}
        </Button>
      )}
    </div>
  );
}

export { SupportPage as Component };
