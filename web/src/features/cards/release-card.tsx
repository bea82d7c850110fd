import { useApolloClient } from '@apollo/client/react';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href, useNavigate } from 'react-router';
import { failureOf } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';
import { CardsDocument, ReleasePageDocument } from './cards-page.generated.ts';

interface ReleaseCardProps {
  readonly card: { readonly id: string; readonly version: number };
  /** Whether the page goes with its card; otherwise only an added card does. */
  readonly isPage?: boolean;
  /** Called after a refusal, because the card may have been changed in another browser. */
  readonly onChanged: () => void;
}

export function ReleaseCard({ card, isPage = false, onChanged }: ReleaseCardProps) {
  const { t } = useTranslation();
  const client = useApolloClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const { run, busy, failure } = useAction(
    async () => {
      await client.mutate({
        mutation: ReleasePageDocument,
        variables: { id: card.id, expectedVersion: card.version },
        update(cache) {
          cache.evict({ id: 'ROOT_QUERY', fieldName: 'myPages' });
          if (isPage) cache.evict({ id: cache.identify({ __typename: 'Page', id: card.id }) ?? '' });
        },
      });
      setAsking(false);
      if (isPage) void navigate(href('/dashboard'), { replace: true });
      else await client.refetchQueries({ include: [CardsDocument] });
    },
    (error) => {
      onChanged();
      return failureOf(error, 'cards.changeFailed');
    },
  );
  return (
    <>
      {isPage ? (
        // Away from what is done more often, because it cannot be undone.
        <MenuButton
          className="icon-button"
          label={t('cards.others')}
          entries={[{ id: 'release', label: t('cards.releasePage'), onAction: () => setAsking(true) }]}
        >
          <Ellipsis aria-hidden="true" />
        </MenuButton>
      ) : (
        <Button look="secondary" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {t('cards.release')}
        </Button>
      )}
      {asking && (
        <Dialog
          title={t(isPage ? 'cards.releasePageTitle' : 'cards.releaseCardTitle')}
          onClose={() => setAsking(false)}
        >
          {isPage && <p>{t('cards.releaseText')}</p>}
          <p>{t(isPage ? 'cards.releasePageText' : 'cards.releaseCardText')}</p>
          <FailureNotice failure={failure} />
          <div className="modal__actions">
            <Button look="danger" busy={busy} onClick={() => void run()}>
              {t(isPage ? 'cards.releasePage' : 'cards.release')}
            </Button>
            <Button look="secondary" onClick={() => setAsking(false)}>
              {t('cards.cancel')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
