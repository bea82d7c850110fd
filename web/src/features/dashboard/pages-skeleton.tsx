import { offlineCards } from '../../offline/offline-cards.ts';
import { Skeleton, Waiting } from '../../ui/skeleton.tsx';
import { ROWS_FROM } from './page-order.ts';

/** Placeholders with the size of the pages of the last visit; of one card at the first. */
export function PagesSkeleton({ label }: { readonly label: string }) {
  const count = offlineCards().length;
  const indexes = Array.from({ length: Math.max(1, count) }, (_, index) => index);
  return (
    <Waiting label={label} className="dashboard__list stack gap-3">
      {indexes.map((index) =>
        count < ROWS_FROM ? (
          <div key={index} className="page-card" aria-hidden="true">
            <div className="page-card__top">
              <div className="code-card code-card--empty" />
            </div>
            <div className="page-card__rest stack gap-3">
              <Skeleton width="5rem" height="2.75rem" />
              <Skeleton width="100%" height="3rem" />
              <Skeleton width="100%" height="3.5rem" />
            </div>
          </div>
        ) : (
          <div key={index} className="page-strip" aria-hidden="true">
            <div className="page-strip__line">
              <span className="page-strip__tile page-strip__tile--empty" />
              <div className="page-strip__about">
                <Skeleton width="9rem" height="1.2rem" />
                <Skeleton width="7rem" height="1.2rem" />
              </div>
            </div>
          </div>
        ),
      )}
    </Waiting>
  );
}
