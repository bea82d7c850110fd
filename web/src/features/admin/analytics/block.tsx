import type { ReactNode } from 'react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { fixedFailure } from '../../../api/failure.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** What a block reads: the answer of one query. */
export interface BlockReading<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly loading: boolean;
  readonly refetch: () => Promise<unknown>;
}

interface BlockProps<Data> {
  readonly title: string;
  readonly reading: BlockReading<Data>;
  /** Height of what stands for the answer until it comes. */
  readonly height: string;
  readonly children: (data: Data) => ReactNode;
}

/** A part of the figures that comes, fails and is asked for again by itself. */
export function Block<Data>({ title, reading, height, children }: BlockProps<Data>) {
  const id = useId();
  return (
    <section className="figures__block" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ReadingFailure reading={reading} />
      {reading.data !== undefined
        ? children(reading.data)
        : reading.error === undefined && (
            <div aria-busy="true">
              <Skeleton width="100%" height={height} />
            </div>
          )}
    </section>
  );
}

/** Says that a reading failed, and offers to ask again; nothing while it has not. */
export function ReadingFailure({ reading }: { readonly reading: BlockReading<unknown> }) {
  const { t } = useTranslation();
  const { error, loading, refetch } = reading;
  return (
    <FailureNotice
      failure={error === undefined ? undefined : fixedFailure(error, 'analytics.failed')}
      actions={
        <Button look="secondary" busy={loading} onClick={() => void refetch().catch(() => {})}>
          {t('failure.tryAgain')}
        </Button>
      }
    />
  );
}
