import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CardFrame } from './card-frame.tsx';

export function CardLoading() {
  const { t } = useTranslation();
  return (
    <CardFrame>
      <div className="message-screen page" aria-busy="true">
        <PageHeading title={t('card.loading')} className="visually-hidden" />
        <div className="message-screen__art">
          <Skeleton width="100%" height="9.45rem" />
        </div>
        <div className="message-screen__body">
          <Skeleton width="22rem" height="3rem" />
          <Skeleton width="30rem" height="1.5rem" />
          <Skeleton width="12rem" height="2.75rem" />
        </div>
      </div>
    </CardFrame>
  );
}
