import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog.tsx';
import { CardIdForm } from './card-id-form.tsx';
import { type PageCardsFragment, ReplaceCardDocument } from './cards-page.generated.ts';

interface ReplaceDialogProps {
  readonly card: PageCardsFragment['cards'][number];
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function ReplaceDialog({ card, onClose, onChanged }: ReplaceDialogProps) {
  const { t } = useTranslation();
  const client = useApolloClient();
  const replace = async (by: string) => {
    try {
      const variables = { id: card.id, by, expectedVersion: card.version };
      await client.mutate({ mutation: ReplaceCardDocument, variables });
      onClose();
    } catch (error) {
      onChanged();
      throw error;
    }
  };
  return (
    <Dialog title={t('cards.replaceTitle')} close={t('cards.close')} onClose={onClose}>
      <p>{t('cards.replaceText')}</p>
      <CardIdForm label={t('cards.newId')} submit={t('cards.replace')} onSubmit={replace} />
    </Dialog>
  );
}
