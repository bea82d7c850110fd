import type { ReactNode } from 'react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { fixedFailure } from '../../../api/failure.ts';
import { FailureNotice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** The query result of a block. */
export interface BlockReading<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly loading: boolean;
  readonly refetch: () => Promise<unknown>;
}

interface BlockProps<Data> {
  readonly title: string;
  readonly reading: BlockReading<Data>;
  readonly height: string;
  readonly children: (data: Data) => ReactNode;
}

/** A section of figures that loads and fails independently. */
export function Block<Data>({ title, reading, height, children }: BlockProps<Data>) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className="figures__block" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {reading.data !== undefined ? (
        children(reading.data)
      ) : reading.error === undefined ? (
        <div aria-busy="true">
          <Skeleton width="100%" height={height} />
        </div>
      ) : (
        <p className="figures__none">{t('adminAnalytics.unknown')}</p>
      )}
    </section>
  );
}

/** Shows one error for all failed readings, with a retry. */
export function ReadingFailure({ readings }: { readonly readings: readonly BlockReading<unknown>[] }) {
  const failed = readings.filter(({ error }) => error !== undefined);
  const tryAgain = () => Promise.allSettled(failed.map(({ refetch }) => refetch()));
  return (
    <FailureNotice
      failure={failed[0] && fixedFailure(failed[0].error, 'analytics.failed')}
      retry={{ loading: failed.some(({ loading }) => loading), refetch: tryAgain }}
    />
  );
}
