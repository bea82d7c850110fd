import { useQuery } from '@apollo/client/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { SAME_SCREEN } from '../../../browser/same-screen.ts';
import { withParameters } from '../../../browser/with-parameters.ts';
import { useLocale } from '../../../i18n/use-locale.ts';
import { ExportButton } from '../../../lists/export-button.tsx';
import { type ListExport, rowsOf } from '../../../lists/export-list.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Loaded } from '../loaded.tsx';
import { WebhookView } from './webhook-view.tsx';
import { AdminWebhooksDocument, type WebhookRowFragment } from './webhooks.generated.ts';
import './webhooks.css';

const SecretDialog = lazyPart(() => import('../secret-dialog.tsx'));
const WebhookDialog = lazyPart(() => import('./webhook-dialog.tsx'));

const EXPORTED: ListExport<WebhookRowFragment> = {
  columns: [
    { head: 'adminBatches.idHead', value: ({ id }) => id },
    { head: 'adminWebhooks.name', value: ({ name }) => name },
    { head: 'adminWebhooks.url', value: ({ url }) => url },
    { head: 'adminWebhooks.types', value: ({ types }) => types.join(', ') },
    { head: 'adminWebhooks.enabled', value: ({ enabled }) => String(enabled) },
    { head: 'adminBatches.madeHead', value: ({ addedAt }) => addedAt },
  ],
};

/** Addresses outside that receive events, or the one in the URL. */
export default function WebhooksTab() {
  const [params] = useSearchParams();
  const id = params.get('webhook');
  return id === null ? <WebhookList /> : <WebhookView key={id} id={id} />;
}

function WebhookList() {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const query = useQuery(AdminWebhooksDocument);
  return (
    <section className="stack gap-3" aria-label={t('adminWebhooks.title')}>
      <p className="admin__hint">{t('adminWebhooks.hint')}</p>
      <Loaded of={query} failed="adminWebhooks.failed" waiting="adminWebhooks.loading" height="12rem">
        {({ webhooks }) => (
          <>
            <div className="cluster gap-2-3">
              <Button icon={Plus} onClick={() => setAdding(true)}>
                {t('adminWebhooks.add')}
              </Button>
              <ExportButton
                name="webhooks"
                exported={EXPORTED}
                total={webhooks.length}
                read={async () => rowsOf(EXPORTED, webhooks)}
              />
            </div>
            {webhooks.length === 0 ? (
              <p>{t('adminWebhooks.none')}</p>
            ) : (
              <ul className="stack">
                {webhooks.map((webhook) => (
                  <WebhookItem key={webhook.id} webhook={webhook} />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
      {adding && (
        <WebhookDialog
          onClose={() => setAdding(false)}
          onAdded={(made) => {
            setSecret(made);
            void query.refetch().catch(() => {});
          }}
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
    </section>
  );
}

function WebhookItem({ webhook: { id, name, url, types, enabled } }: { readonly webhook: WebhookRowFragment }) {
  const { t, format } = useLocale();
  const [params] = useSearchParams();
  const words = t('adminWebhooks.type', { returnObjects: true });
  return (
    <li className="stack gap-1 admin-item">
      <Link
        className="webhook-item__name"
        dir="auto"
        to={{ search: withParameters(params, { webhook: id }).toString() }}
        state={SAME_SCREEN}
      >
        {name}
      </Link>
      <span className="webhook-item__url admin-item__facts" dir="ltr">
        {url}
      </span>
      <span className="admin-item__facts">
        {enabled
          ? types.length === 0
            ? t('adminWebhooks.noTypes')
            : format.list(types.map((type) => words[type]))
          : t('adminWebhooks.off')}
      </span>
    </li>
  );
}
