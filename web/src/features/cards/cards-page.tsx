import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href, useParams } from 'react-router';
import { fixedFailure } from '../../api/failure.ts';
import { useScreenQuery } from '../../apollo/use-screen-query.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton, Waiting } from '../../ui/skeleton.tsx';
import { CardEntry, CardIdDialog } from './card-entry.tsx';
import { CardsDocument, type PageCardsFragment } from './cards-page.generated.ts';
import { HandOver } from './hand-over.tsx';
import { ReleaseCard } from './release-card.tsx';
import './cards.css';

/** The cards of a page, and what its driver can do with them. */
function CardsPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const query = useScreenQuery(CardsDocument, { variables: { id } });
  const { data, error, loading, refetch } = query;
  const reload = () => void refetch().catch(() => {});
  return (
    <div className="cards page">
      <div className="cards__head">
        <ButtonLink look="quiet" icon={ArrowLeft} to={href('/dashboard')} className="cards__back">
          {t('cards.toDashboard')}
        </ButtonLink>
        <div className="cards__title">
          <PageHeading title={t('cards.title')} className="screen-title" />
          {data?.page.cards.length === 1 && <ReleaseCard card={data.page} isPage onChanged={reload} />}
        </div>
        <p className="cards__lede">
          {data !== undefined && (
            <>
              <bdi translate="no">{data.page.displayName || t('dashboard.untitled')}</bdi>
              {' · '}
            </>
          )}
          {t('cards.lede')}
        </p>
      </div>
      {data !== undefined ? (
        <Cards page={data.page} onChanged={reload} />
      ) : error === undefined ? (
        <Waiting label={t('cards.loading')} className="cards__list">
          <div className="card-entry" aria-hidden="true">
            <Skeleton width="16rem" height="1.6rem" />
            <Skeleton width="20rem" height="2.75rem" />
          </div>
        </Waiting>
      ) : (
        <FailureNotice failure={fixedFailure(error, 'cards.failed')} retry={{ loading, refetch }} />
      )}
    </div>
  );
}

interface CardsProps {
  readonly page: PageCardsFragment;
  readonly onChanged: () => void;
}

function Cards({ page, onChanged }: CardsProps) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  return (
    <>
      <ul className="cards__list">
        {page.cards.map((card) => (
          <li key={card.id}>
            <CardEntry pageId={page.id} card={card} onChanged={onChanged} />
          </li>
        ))}
      </ul>
      <section className="cards__part">
        <h2>{t('cards.addTitle')}</h2>
        <p>{t('cards.addText')}</p>
        <Button look="secondary" aria-haspopup="dialog" onClick={() => setAdding(true)}>
          {t('cards.add')}
        </Button>
        {adding && <CardIdDialog pageId={page.id} onClose={() => setAdding(false)} onChanged={onChanged} />}
      </section>
      <section className="cards__part">
        <h2>{t('cards.handOverTitle')}</h2>
        <HandOver page={page} onChanged={onChanged} />
      </section>
    </>
  );
}

export { CardsPage as Component };
