import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/notice.tsx';
import { CardIdForm } from './card-id-form.tsx';
import { AddCardDocument } from './cards-page.generated.ts';

export function AddCard({ pageId }: { readonly pageId: string }) {
  const { t } = useTranslation();
  const client = useApolloClient();
  const [added, setAdded] = useState<string>();
  const add = async (card: string) => {
    await client.mutate({ mutation: AddCardDocument, variables: { id: pageId, card } });
    setAdded(card);
  };
  return (
    <>
      <div role="status">
        {added !== undefined && (
          <Notice tone="success">
            <p className="notice__text">{t('cards.added', { id: added })}</p>
          </Notice>
        )}
      </div>
      <CardIdForm label={t('cards.cardId')} submit={t('cards.add')} onSubmit={add} />
    </>
  );
}
