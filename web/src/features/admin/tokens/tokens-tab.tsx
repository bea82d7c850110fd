import { useApolloClient, useQuery } from '@apollo/client/react';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../api/failure.ts';
import { useLocale } from '../../../i18n/use-locale.ts';
import { ExportButton } from '../../../lists/export-button.tsx';
import { type ListExport, rowsOf } from '../../../lists/export-list.ts';
import { Button } from '../../../ui/button.tsx';
import { confirmed } from '../../../ui/confirmed.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { Loaded } from '../loaded.tsx';
import { AdminApiTokensDocument, type ApiTokenRowFragment, RevokeApiTokenDocument } from './tokens.generated.ts';
import './tokens.css';

const TokenDialog = lazyPart(() => import('./token-dialog.tsx'));
const SecretDialog = lazyPart(() => import('../secret-dialog.tsx'));

const EXPORTED: ListExport<ApiTokenRowFragment> = {
  columns: [
    { head: 'adminBatches.idHead', value: ({ id }) => id },
    { head: 'adminTokens.name', value: ({ name }) => name },
    { head: 'adminTokens.scopes', value: ({ scopes }) => scopes.join(', ') },
    { head: 'adminBatches.byHead', value: ({ addedBy }) => addedBy?.username ?? '' },
    { head: 'adminBatches.madeHead', value: ({ addedAt }) => addedAt },
    { head: 'adminTokens.endLabel', value: ({ endsAt }) => endsAt },
    { head: 'adminTokens.usedHead', value: ({ lastUsedOn }) => lastUsedOn },
  ],
};

/** Tokens of other programs. */
export default function TokensTab() {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const query = useQuery(AdminApiTokensDocument);
  const addButton = useRef<HTMLButtonElement>(null);
  const changed = () => void query.refetch().catch(() => {});
  return (
    <section className="tokens" aria-label={t('adminTokens.title')}>
      <p className="admin__hint">{t('adminTokens.hint')}</p>
      <Loaded of={query} failed="adminTokens.failed" waiting="adminTokens.loading" height="12rem">
        {({ apiTokens }) => (
          <>
            <div className="cluster gap-2-3">
              <Button icon={Plus} ref={addButton} onClick={() => setAdding(true)}>
                {t('adminTokens.add')}
              </Button>
              <ExportButton
                name="tokens"
                exported={EXPORTED}
                total={apiTokens.length}
                read={async () => rowsOf(EXPORTED, apiTokens)}
              />
            </div>
            {apiTokens.length === 0 ? (
              <p>{t('adminTokens.none')}</p>
            ) : (
              <ul className="tokens__list">
                {apiTokens.map((token) => (
                  <TokenItem
                    key={token.id}
                    token={token}
                    onRevoked={() => {
                      // Its own button goes with it.
                      addButton.current?.focus();
                      changed();
                    }}
                  />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
      {adding && (
        <TokenDialog
          onClose={() => setAdding(false)}
          onAdded={(made) => {
            setSecret(made);
            changed();
          }}
        />
      )}
      {secret !== undefined && (
        <SecretDialog
          title={t('adminTokens.secret')}
          text={t('adminTokens.secretText')}
          secret={secret}
          copy={t('adminTokens.copy')}
          onClose={() => setSecret(undefined)}
        />
      )}
    </section>
  );
}

interface TokenItemProps {
  readonly token: ApiTokenRowFragment;
  readonly onRevoked: () => void;
}

/** A token with its scopes, its owner and its expiry. */
function TokenItem({ token, onRevoked }: TokenItemProps) {
  const { t, format } = useLocale();
  const client = useApolloClient();
  const { id, name, scopes, addedBy, addedAt, lastUsedOn } = token;
  const words = t('adminTokens.scope', { returnObjects: true });
  const revoke = useAction(
    async () => {
      const question = { text: t('adminTokens.confirmRevoke', { name }), action: t('adminTokens.revokeNow') };
      if (!(await confirmed({ ...question, danger: true }))) return;
      await client.mutate({ mutation: RevokeApiTokenDocument, variables: { id } });
      onRevoked();
    },
    (error) => failureOf(error, 'adminTokens.revokeFailed'),
  );
  const author = addedBy?.username ?? addedBy?.email ?? t('adminTokens.nobody');
  return (
    <li className="token-item">
      <div className="token-item__facts">
        <h2 className="token-item__name" dir="auto">
          {name}
        </h2>
        <p>{scopes.map((scope) => words[scope]).join(' · ')}</p>
        <p className="token-item__more">{t('adminTokens.added', { author, date: format.date(addedAt) })}</p>
        <p className="token-item__more">
          {lastUsedOn === null
            ? t('adminTokens.neverUsed')
            : t('adminTokens.lastUsed', { date: format.fullDay(lastUsedOn) })}
          {' · '}
          <End token={token} />
        </p>
      </div>
      <Button
        look="danger"
        busy={revoke.busy}
        aria-label={t('adminTokens.revokeNamed', { name })}
        onClick={() => void revoke.run()}
      >
        {t('adminTokens.revoke')}
      </Button>
      <FailureNotice failure={revoke.failure} />
    </li>
  );
}

function End({ token: { endsAt, addedBy } }: Pick<TokenItemProps, 'token'>) {
  const { t, format } = useLocale();
  if (addedBy?.role !== 'ADMIN' && addedBy?.role !== 'SUPERADMIN') {
    return <strong className="token-item__over">{t('adminTokens.withoutRole')}</strong>;
  }
  if (endsAt === null) return t('adminTokens.noEnd');
  const date = format.date(endsAt);
  if (Date.parse(endsAt) > Date.now()) return t('adminTokens.ends', { date });
  return <strong className="token-item__over">{t('adminTokens.ended', { date })}</strong>;
}
