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
        <Skeleton width="22rem" height="3rem" />
        <Skeleton width="30rem" height="1.5rem" />
        <Skeleton width="12rem" height="2.75rem" />
      </div>
    </CardFrame>
  );
}
