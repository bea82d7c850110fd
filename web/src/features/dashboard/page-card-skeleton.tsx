import { Skeleton } from '../../ui/skeleton.tsx';

/** Placeholders of two cards, with the size of real ones. */
export function PageCardSkeleton({ label }: { readonly label: string }) {
  return (
    <div className="dashboard__list" aria-busy="true">
      <p className="visually-hidden" role="status">
        {label}
      </p>
      {[0, 1].map((index) => (
        <div key={index} className="page-card" aria-hidden="true">
          <div className="page-card__face page-card__face--empty" />
          <div className="page-card__about">
            <Skeleton width="11rem" height="1.65rem" />
            <Skeleton width="14rem" height="1.3rem" />
            <Skeleton width="16rem" height="1.6rem" />
          </div>
          <div className="page-card__week">
            <Skeleton width="7rem" height="3.4rem" />
            <Skeleton width="7rem" height="3.4rem" />
          </div>
          <div className="page-card__actions">
            {['6rem', '7rem', '8rem', '9rem'].map((width) => (
              <Skeleton key={width} width={width} height="2.75rem" />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
