import { useApolloClient, useQuery } from '@apollo/client/react';
import { LANGUAGES } from '@volant/proto/text/languages';
import { Archive, CircleAlert, Mail } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../api/failure.ts';
import { useLocale } from '../../../i18n/use-locale.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { Loaded } from '../loaded.tsx';
import { figuresOf, inUnits, processesOf, type ShownFigure } from './figures.ts';
import {
  BackUpNowDocument,
  SendTestMailDocument,
  type SystemPartFragment,
  SystemStateDocument,
} from './system.generated.ts';
import './system.css';

const POLL_MS = 15_000;

/** What runs, what should be changed, and since when what works unseen has worked. */
export default function SystemTab() {
  const { t } = useTranslation();
  const query = useQuery(SystemStateDocument, { fetchPolicy: 'cache-and-network', pollInterval: POLL_MS });
  return (
    <section className="stack gap-4" aria-label={t('adminSystem.title')}>
      <Loaded of={query} failed="adminSystem.failed" waiting="adminSystem.loading" height="20rem">
        {({ system: { identity, pages, support, analytics, canBackUp } }) => (
          <State parts={[identity, pages, support, analytics]}>
            <TestMail />
            {canBackUp === true ? <BackUp /> : <p className="admin__hint">{t('adminSystem.backupHint')}</p>}
          </State>
        )}
      </Loaded>
    </section>
  );
}

interface StateProps {
  readonly parts: readonly (SystemPartFragment | null | undefined)[];
  readonly children: ReactNode;
}

function State({ parts, children }: StateProps) {
  const { t } = useTranslation();
  const { format } = useLocale();
  const processes = processesOf(parts);
  const figures = figuresOf(processes, Date.now());
  const warnings = new Set(processes.flatMap((one) => one.warnings));
  const missing = new Set(processes.flatMap((one) => one.missing));
  const isAway = parts.some((part) => !part);
  const isFine = !isAway && warnings.size + missing.size === 0 && !figures.some(({ isWrong }) => isWrong);
  return (
    <>
      {isFine && <Notice tone="success" text={t('adminSystem.fine')} />}
      {isAway && <Notice tone="danger" text={t('adminSystem.away')} />}
      {[...missing].map((server) => (
        <Notice key={server} tone="danger" text={t('adminSystem.missing', { server })} />
      ))}
      {[...warnings].map((sentence) => (
        <Notice key={sentence} tone="info">
          {/* As in the log. */}
          <p lang="en">{sentence}</p>
        </Notice>
      ))}
      <h2>{t('adminSystem.works')}</h2>
      <dl className="system-figures">
        {figures.map((figure) => (
          <Figure key={figure.name} figure={figure} />
        ))}
      </dl>
      <h2>{t('adminSystem.processes')}</h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without it */}
      <ul role="list">
        {processes.map(({ id, name, version, startedAt }) => (
          <li key={id}>{t('adminSystem.process', { name, version, age: format.age(startedAt) })}</li>
        ))}
      </ul>
      {children}
    </>
  );
}

function Figure({ figure: { name, unit, value, isWrong } }: { readonly figure: ShownFigure }) {
  const { t } = useTranslation();
  const { format, language } = useLocale();
  const { locale } = LANGUAGES[language];
  const names = t('adminSystem.figure', { returnObjects: true });
  const wrong: Readonly<Record<string, string>> = t('adminSystem.wrong', { returnObjects: true });
  function written(): string {
    if (value === undefined) return t('adminSystem.unread');
    if (unit === 'count') return format.number(value);
    if (unit === 'bytes' || unit === 'seconds') return inUnits(value, unit, locale);
    return value === 0 ? t('adminSystem.never') : format.dayAndTime(value * 1_000);
  }
  return (
    <div className={isWrong ? 'system-figure system-figure--wrong' : 'system-figure'}>
      <dt>{names[name]}</dt>
      <dd>
        {isWrong && <CircleAlert aria-hidden="true" />}
        {written()}
      </dd>
      {isWrong && name in wrong && <dd className="system-figure__what-to-do">{wrong[name]}</dd>}
    </div>
  );
}

function TestMail() {
  const { t } = useTranslation();
  const client = useApolloClient();
  /** Null once the server has taken one. */
  const [problem, setProblem] = useState<string | null>();
  const { run, busy, failure } = useAction(
    async () => {
      setProblem(undefined);
      const { data } = await client.mutate({ mutation: SendTestMailDocument });
      setProblem(data?.sendTestMail.problem ?? null);
    },
    (error) => failureOf(error, 'adminSystem.testMailFailed'),
  );
  return (
    <>
      <div>
        <Button look="secondary" icon={Mail} busy={busy} onClick={run}>
          {t('adminSystem.testMail')}
        </Button>
      </div>
      <FailureNotice failure={failure} />
      {problem === null && <Notice tone="success" role="status" text={t('adminSystem.testMailSent')} />}
      {problem && <Notice tone="danger" role="alert" text={t('adminSystem.testMailRefused', { problem })} />}
    </>
  );
}

/** Begins a backup, whose time then appears among the figures. */
function BackUp() {
  const { t } = useTranslation();
  const client = useApolloClient();
  /** False while another one is being made. */
  const [begun, setBegun] = useState<boolean>();
  const { run, busy, failure } = useAction(
    async () => {
      setBegun(undefined);
      const { data } = await client.mutate({ mutation: BackUpNowDocument });
      setBegun(data?.backUpNow === 'BEGUN');
    },
    (error) => failureOf(error, 'adminSystem.backUpFailed'),
  );
  return (
    <>
      <div>
        <Button look="secondary" icon={Archive} busy={busy} onClick={run}>
          {t('adminSystem.backUp')}
        </Button>
      </div>
      <FailureNotice failure={failure} />
      {begun !== undefined && (
        <Notice tone="info" role="status" text={t(begun ? 'adminSystem.backUpBegun' : 'adminSystem.backUpUnderWay')} />
      )}
    </>
  );
}
