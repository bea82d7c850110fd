import { useQuery } from '@apollo/client/react';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fixedFailure } from '../../../api/failure.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { Skeleton, Waiting } from '../../../ui/skeleton.tsx';
import { ExportButton } from '../export-button.tsx';
import { type ListExport, rowsOf } from '../export-list.ts';
import { TokenItem } from './token-item.tsx';
import { AdminApiTokensDocument, type ApiTokenRowFragment } from './tokens.generated.ts';
import './tokens.css';

const TokenDialog = lazyPart(() => import('./token-dialog.tsx'));
const SecretDialog = lazyPart(() => import('../secret-dialog.tsx'));

const EXPORTED: ListExport<ApiTokenRowFragment> = {
  columns: [
    { name: 'id', head: 'adminBatches.idHead', value: ({ id }) => id },
    { name: 'name', head: 'adminTokens.name', value: ({ name }) => name },
    { name: 'scopes', head: 'adminTokens.scopes', value: ({ scopes }) => scopes.join(', ') },
    { name: 'addedBy', head: 'adminBatches.byHead', value: ({ addedBy }) => addedBy?.username ?? '' },
    { name: 'addedAt', head: 'adminBatches.madeHead', value: ({ addedAt }) => addedAt },
    { name: 'endsAt', head: 'adminTokens.endLabel', value: ({ endsAt }) => endsAt },
    { name: 'lastUsedOn', head: 'adminTokens.usedHead', value: ({ lastUsedOn }) => lastUsedOn },
  ],
};

/** Tokens of other programs. */
export default function TokensTab() {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const { data, error, loading, refetch } = useQuery(AdminApiTokensDocument);
  const addButton = useRef<HTMLButtonElement>(null);
  const changed = () => void refetch().catch(() => {});
  return (
    <section className="tokens" aria-label={t('adminTokens.title')}>
      <p className="admin__hint">{t('adminTokens.hint')}</p>
      <FailureNotice failure={error && fixedFailure(error, 'adminTokens.failed')} retry={{ loading, refetch }} />
      {data !== undefined ? (
        <>
          <div className="admin__tools">
            <Button icon={Plus} ref={addButton} onClick={() => setAdding(true)}>
              {t('adminTokens.add')}
            </Button>
            <ExportButton
              name="tokens"
              exported={EXPORTED}
              total={data.apiTokens.length}
              read={async () => rowsOf(EXPORTED, data.apiTokens)}
            />
          </div>
          {data.apiTokens.length === 0 ? (
            <p>{t('adminTokens.none')}</p>
          ) : (
            <ul className="tokens__list">
              {data.apiTokens.map((token) => (
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
      ) : (
        error === undefined && (
          <Waiting label={t('adminTokens.loading')}>
            <Skeleton width="100%" height="12rem" />
          </Waiting>
        )
      )}
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
          onClose={() => setSecret(undefined)}
        />
      )}
    </section>
  );
}
