import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fixedFailure } from '../../api/failure.ts';
import type { TextKey } from '../../i18n/text-key.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { Skeleton, Waiting } from '../../ui/skeleton.tsx';
import type { BlockReading } from './analytics/block.tsx';

interface LoadedProps<Data> {
  readonly of: BlockReading<Data>;
  readonly failed: TextKey;
  /** Said to screen readers. */
  readonly waiting: TextKey;
  /** Of the placeholder. */
  readonly height: string;
  readonly children: (data: Data) => ReactNode;
}

/** What a query has read, or that it loads or failed. */
export function Loaded<Data>({ of, failed, waiting, height, children }: LoadedProps<Data>) {
  const { t } = useTranslation();
  const { data, error, loading, refetch } = of;
  return (
    <>
      <FailureNotice
        failure={error === undefined ? undefined : fixedFailure(error, failed)}
        retry={{ loading, refetch }}
      />
      {data !== undefined && children(data)}
      {data === undefined && error === undefined && (
        <Waiting label={t(waiting)}>
          <Skeleton width="100%" height={height} />
        </Waiting>
      )}
    </>
  );
}
