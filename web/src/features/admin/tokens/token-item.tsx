import { useApolloClient } from '@apollo/client/react';
import { failureOf } from '../../../api/failure.ts';
import { useLocale } from '../../../i18n/use-locale.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { type ApiTokenRowFragment, RevokeApiTokenDocument } from './tokens.generated.ts';

interface TokenItemProps {
  readonly token: ApiTokenRowFragment;
  readonly onRevoked: () => void;
}

/** One token: what it opens, whose it is, and how long it is good. */
export function TokenItem({ token, onRevoked }: TokenItemProps) {
  const { t, format } = useLocale();
  const client = useApolloClient();
  const { id, name, scopes, addedBy, addedAt, lastUsedOn } = token;
  const words = t('adminTokens.scope', { returnObjects: true });
  const revoke = useAction(
    async () => {
      if (!window.confirm(t('adminTokens.confirmRevoke', { name }))) return;
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
