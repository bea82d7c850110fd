import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../ui/skeleton.tsx';
import { usePart } from '../../ui/use-part.ts';
import type { PickersProps } from './pickers.tsx';

const load = () => import('./pickers.tsx');

/** Icon and colour of an item. Their code, more than the rest of the form's, comes with the first item that is opened. */
export function ItemPickers(props: PickersProps) {
  const { t } = useTranslation();
  const { Part, failed } = usePart(load);
  if (failed) return <p className="field__hint">{t('failure.noAnswer')}</p>;
  return (
    <div className="custom-item__pickers">
      {Part === undefined ? (
        <>
          <Skeleton width="100%" height="4.75rem" />
          <Skeleton width="100%" height="4.75rem" />
        </>
      ) : (
        <Part {...props} />
      )}
    </div>
  );
}
