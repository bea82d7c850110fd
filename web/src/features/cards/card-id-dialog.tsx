import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog.tsx';
import { CardIdForm } from './card-id-form.tsx';
import { AddCardDocument, type PageCardsFragment, ReplaceCardDocument } from './cards-page.generated.ts';

interface CardIdDialogProps {
  readonly pageId: string;
  /** The card to replace; without one, a card is added. */
  readonly card?: PageCardsFragment['cards'][number];
  readonly onClose: () => void;
  /** Called after a refusal, because the card may have been changed in another browser. */
  readonly onChanged: () => void;
}

/** Asks for an unclaimed card that opens the page from now on. */
export default function CardIdDialog({ pageId, card, onClose, onChanged }: CardIdDialogProps) {
  const { t } = useTranslation();
  const client = useApolloClient();
  const send = (id: string) =>
    card === undefined
      ? client.mutate({ mutation: AddCardDocument, variables: { id: pageId, card: id } })
      : client.mutate({
          mutation: ReplaceCardDocument,
          variables: { id: card.id, by: id, expectedVersion: card.version },
        });
  const submit = async (id: string) => {
    try {
      await send(id);
      onClose();
    } catch (error) {
      onChanged();
      throw error;
    }
  };
  const texts =
    card === undefined
      ? { title: t('cards.addTitle'), text: t('cards.addText'), label: t('cards.cardId'), submit: t('cards.add') }
      : {
          title: t('cards.replaceTitle'),
          text: t('cards.replaceText'),
          label: t('cards.newId'),
          submit: t('cards.replace'),
        };
  return (
    <Dialog title={texts.title} close={t('cards.close')} onClose={onClose}>
      <p>{texts.text}</p>
      <CardIdForm label={texts.label} submit={texts.submit} onSubmit={submit} />
    </Dialog>
  );
}
