import { useApolloClient } from '@apollo/client/react';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { href } from 'react-router';
import { failureOf } from '../../api/failure.ts';
import { siteOrigin } from '../../browser/site-origin.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';
import {
  CardsDocument,
  OfferHandoverDocument,
  type PageCardsFragment,
  WithdrawHandoverDocument,
} from './cards-page.generated.ts';

interface HandOverProps {
  readonly page: PageCardsFragment;
  readonly onChanged: () => void;
}

/** Makes the link by which somebody else takes the page over, and ends it. The link is shown once, when it is made. */
export function HandOver({ page: { id, handoverUntil, cards }, onChanged }: HandOverProps) {
  const { t, format } = useLocale();
  const client = useApolloClient();
  const [link, setLink] = useState<string>();
  // A link that was made before another card was added waits until that one is given back, or can be cancelled.
  const blocked = cards.length > 1;
  const failed = (error: unknown) => {
    onChanged();
    return failureOf(error, 'cards.changeFailed');
  };
  const offer = useAction(async () => {
    const { data } = await client.mutate({ mutation: OfferHandoverDocument, variables: { id } });
    await client.refetchQueries({ include: [CardsDocument] });
    const token = data?.offerHandover.token ?? '';
    setLink(new URL(`${href('/handover')}?token=${encodeURIComponent(token)}`, siteOrigin()).href);
  }, failed);
  const withdraw = useAction(async () => {
    await client.mutate({ mutation: WithdrawHandoverDocument, variables: { id } });
    setLink(undefined);
  }, failed);
  if (blocked && handoverUntil === null) return <p>{t('cards.othersFirst')}</p>;
  return (
    <>
      <p>{t(blocked ? 'cards.othersFirst' : 'cards.handOverText')}</p>
      <FailureNotice failure={offer.failure ?? withdraw.failure} />
      <div role="status">
        {handoverUntil !== null && (
          <p className="cards__until">
            {t(blocked ? 'cards.untilBlocked' : 'cards.until', { date: format.dayAndTime(handoverUntil) })}
          </p>
        )}
        {handoverUntil !== null && link !== undefined && !blocked && (
          <p className="cards__link" dir="ltr">
            {link}
          </p>
        )}
      </div>
      <div className="card-entry__actions cluster middle gap-2-3">
        {handoverUntil !== null && link !== undefined && !blocked && (
          <CopyButton value={link} label={t('cards.copyLink')} icon={<Link2 aria-hidden="true" />} />
        )}
        {!blocked && (
          <Button look="secondary" busy={offer.busy} onClick={() => void offer.run()}>
            {t(handoverUntil === null ? 'cards.offer' : 'cards.offerAgain')}
          </Button>
        )}
        {handoverUntil !== null && (
          <Button look="secondary" busy={withdraw.busy} onClick={() => void withdraw.run()}>
            {t('cards.withdraw')}
          </Button>
        )}
      </div>
    </>
  );
}
