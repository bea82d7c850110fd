import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ownFailure } from '../api/failure.ts';
import { Button } from './button.tsx';
import { FailureNotice } from './notice.tsx';
import { type LoadPart, usePart } from './use-part.ts';
import { useSingleFlight } from './use-single-flight.ts';

/**
 * A dialog or panel whose code comes when it is shown. Where it cannot be had, this is said in its place, and it can be
 * asked for again; the screen around it stays, with what was typed there.
 * @param waiting what stands for it meanwhile
 */
export function lazyPart<Props extends object>(load: LoadPart<Props>, waiting: ReactNode = null): ComponentType<Props> {
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, as a module is loaded
  return function LazyPart(props: Props) {
    const { t } = useTranslation();
    const { Part, failed, tryAgain } = usePart(load);
    const { run, busy } = useSingleFlight(tryAgain);
    if (Part !== undefined) return <Part {...props} />;
    if (!failed) return waiting;
    return (
      <div className="missing-part" ref={intoView}>
        <FailureNotice
          failure={ownFailure('failure.missingPart')}
          actions={
            <Button look="secondary" busy={busy} onClick={() => void run()}>
              {t('failure.tryAgain')}
            </Button>
          }
        />
      </div>
    );
  };
}

/** A dialog's place may be far from the button that opens it. */
function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
