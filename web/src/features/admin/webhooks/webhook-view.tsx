import { useApolloClient, useQuery } from '@apollo/client/react';
import { ArrowLeft, Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { failureOf } from '../../../api/failure.ts';
import { SAME_SCREEN } from '../../../browser/same-screen.ts';
import { SIDE_BY_SIDE, useMedia } from '../../../browser/use-media.ts';
import { withParameters } from '../../../browser/with-parameters.ts';
import { useLocale } from '../../../i18n/use-locale.ts';
import { type ListExport, rowsOf } from '../../../lists/export-list.ts';
import { FilterGroup } from '../../../lists/filter-group.tsx';
import { Button } from '../../../ui/button.tsx';
import { confirmed } from '../../../ui/confirmed.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { Loaded } from '../loaded.tsx';
import { DELIVERY_STATES, DeliveryList, type DeliveryState } from './delivery-list.tsx';
import {
  AdminWebhookDocument,
  type AdminWebhookQuery,
  RemoveWebhookDocument,
  RotateWebhookSecretDocument,
  TestWebhookDocument,
} from './webhooks.generated.ts';

const ExportDialog = lazyPart(() => import('../../../lists/export-dialog.tsx'));
const SecretDialog = lazyPart(() => import('../secret-dialog.tsx'));
const WebhookDialog = lazyPart(() => import('./webhook-dialog.tsx'));

const EXPORTED: ListExport<AdminWebhookQuery['webhook']['deliveries']['nodes'][number]> = {
  columns: [
    { head: 'adminBatches.idHead', value: ({ id }) => id },
    { head: 'adminWebhooks.typeHead', value: ({ type }) => type },
    { head: 'adminBatches.madeHead', value: ({ at }) => at },
    { head: 'adminWebhooks.stateHead', value: ({ state }) => state },
    { head: 'adminWebhooks.attemptsHead', value: ({ attempts }) => attempts },
    { head: 'adminWebhooks.statusHead', value: ({ status }) => status },
    { head: 'adminWebhooks.problemHead', value: ({ problem }) => problem },
    { head: 'adminWebhooks.triedHead', value: ({ triedAt }) => triedAt },
    { head: 'adminWebhooks.nextHead', value: ({ nextAt }) => nextAt },
  ],
};

/** Deliveries that are shown at first, and that the server keeps at most. */
const SHOWN = 100;
const MAX_DELIVERIES = 1_000;
/** A delivery that was just requested appears without a press. */
const POLL_MS = 5_000;

/** One webhook, what can be done with it, and its deliveries. */
export function WebhookView({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const state = DELIVERY_STATES.find((one) => one === params.get('delivery'));
  const [shown, setShown] = useState(SHOWN);
  const {
    data: answer,
    previousData,
    error,
    loading,
    refetch,
  } = useQuery(AdminWebhookDocument, {
    variables: { id, first: shown, state: state ?? null },
    pollInterval: POLL_MS,
    skipPollAttempt: () => document.hidden,
  });
  // Keep the deliveries while more are read.
  const data = answer ?? (error === undefined ? previousData : undefined);
  const list = { search: withParameters(params, { webhook: undefined, delivery: undefined }).toString() };
  return (
    <section className="opened webhook" aria-label={t('adminWebhooks.webhook')}>
      <Link
        className="icon-button"
        to={list}
        state={SAME_SCREEN}
        aria-label={t('adminWebhooks.back')}
        title={t('adminWebhooks.back')}
      >
        <ArrowLeft aria-hidden="true" />
      </Link>
      <Loaded
        of={{ data, error, loading, refetch }}
        failed="adminWebhooks.failed"
        waiting="adminWebhooks.loading"
        height="20rem"
      >
        {({ webhook }) => (
          <Shown
            webhook={webhook}
            state={state}
            onChanged={() => void refetch().catch(() => {})}
            onMore={shown < MAX_DELIVERIES ? () => setShown(MAX_DELIVERIES) : undefined}
            reading={loading}
            list={list}
          />
        )}
      </Loaded>
    </section>
  );
}

interface ShownProps {
  readonly webhook: AdminWebhookQuery['webhook'];
  readonly state: DeliveryState | undefined;
  readonly onChanged: () => void;
  /** Reads all deliveries. */
  readonly onMore: (() => void) | undefined;
  readonly reading: boolean;
  /** The screen of all webhooks. */
  readonly list: { readonly search: string };
}

function Shown({ webhook, state, onChanged, onMore, reading, list }: ShownProps) {
  const { t, format } = useLocale();
  const client = useApolloClient();
  const navigate = useNavigate();
  const [changing, setChanging] = useState(false);
  const [exporting, setExporting] = useState(false);
  const [secret, setSecret] = useState<string>();
  const { id, name, url, types, enabled, deliveries } = webhook;
  const variables = { id };
  const failed = (error: unknown) => failureOf(error, 'adminWebhooks.actionFailed');

  const test = useAction(async () => {
    await client.mutate({ mutation: TestWebhookDocument, variables });
    onChanged();
  }, failed);
  const rotate = useAction(async () => {
    const question = { text: t('adminWebhooks.confirmRotate', { name }), action: t('adminWebhooks.rotateNow') };
    if (!(await confirmed(question))) return;
    const { data } = await client.mutate({ mutation: RotateWebhookSecretDocument, variables });
    setSecret(data?.rotateWebhookSecret.secret);
  }, failed);
  const remove = useAction(async () => {
    const question = { text: t('adminWebhooks.confirmRemove', { name }), action: t('adminWebhooks.removeNow') };
    if (!(await confirmed({ ...question, danger: true }))) return;
    await client.mutate({ mutation: RemoveWebhookDocument, variables });
    await navigate(list, { state: SAME_SCREEN });
  }, failed);

  const isWide = useMedia(SIDE_BY_SIDE);
  const tools = [
    { id: 'change', label: t('adminWebhooks.change'), onAction: () => setChanging(true) },
    // A webhook that is switched off gets no messages.
    ...(enabled ? [{ id: 'test', label: t('adminWebhooks.test'), onAction: () => test.run() }] : []),
    { id: 'export', label: t('exporting.open'), onAction: () => setExporting(true) },
    { id: 'rotate', label: t('adminWebhooks.rotate'), onAction: () => rotate.run() },
    { id: 'remove', label: t('adminWebhooks.remove'), onAction: () => remove.run() },
  ];
  const direct = tools.length - 2;
  const readDeliveries = async () => {
    const allDeliveries = { ...variables, first: MAX_DELIVERIES, state: state ?? null };
    const { data } = await client.query({
      query: AdminWebhookDocument,
      variables: allDeliveries,
      fetchPolicy: 'no-cache',
    });
    if (data === undefined) throw new Error('The server sent no deliveries');
    return rowsOf(EXPORTED, data.webhook.deliveries.nodes);
  };
  const typeWords = t('adminWebhooks.type', { returnObjects: true });
  const stateWords = t('adminWebhooks.state', { returnObjects: true });
  return (
    <>
      <div className="opened__head">
        <h2 className="opened__title" dir="auto">
          {name}
        </h2>
        {isWide &&
          tools.slice(0, direct).map(({ id: key, label, onAction }) => (
            <Button key={key} look="secondary" onClick={onAction}>
              {label}
            </Button>
          ))}
        <MenuButton
          label={t('adminCards.moreActions')}
          className="icon-button"
          entries={isWide ? tools.slice(direct) : tools}
        >
          <Ellipsis aria-hidden="true" />
        </MenuButton>
      </div>
      <p className="admin-item__facts webhook__settings">
        <bdi translate="no" dir="ltr">
          {url}
        </bdi>
        {' · '}
        {types.length === 0 ? t('adminWebhooks.noTypes') : format.list(types.map((type) => typeWords[type]))}
        {!enabled && ` · ${t('adminWebhooks.off')}`}
      </p>
      <FailureNotice failure={test.failure ?? rotate.failure ?? remove.failure} />
      <FilterGroup
        label={t('adminWebhooks.byState')}
        heading={t('adminWebhooks.deliveries')}
        name="delivery"
        chosen={state}
        choices={[undefined, ...DELIVERY_STATES]}
        words={(one) => (one === undefined ? t('adminWebhooks.anyState') : stateWords[one])}
        count={undefined}
      />
      <DeliveryList deliveries={deliveries.nodes} total={deliveries.totalCount} enabled={enabled} onSent={onChanged} />
      {onMore !== undefined && deliveries.totalCount > deliveries.nodes.length && (
        <Button look="secondary" busy={reading} onClick={onMore}>
          {t('adminWebhooks.all')}
        </Button>
      )}
      {changing && <WebhookDialog webhook={webhook} onClose={() => setChanging(false)} />}
      {exporting && (
        <ExportDialog
          name="deliveries"
          exported={EXPORTED}
          total={deliveries.totalCount}
          read={readDeliveries}
          onClose={() => setExporting(false)}
        />
      )}
      {secret !== undefined && (
        <SecretDialog
          title={t('adminWebhooks.secret')}
          text={t('adminWebhooks.secretText')}
          secret={secret}
          copy={t('adminSecret.copy')}
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  );
}
