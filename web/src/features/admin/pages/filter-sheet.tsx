import { useLocale } from '../../../i18n/use-locale.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { PageTallyFragment } from './filters.generated.ts';
import { Filters } from './filters.tsx';
import './side-panel.css';

interface FilterSheetProps {
  readonly tallies: readonly PageTallyFragment[] | undefined;
  readonly total: number | undefined;
  readonly onClear: () => void;
  readonly onClose: () => void;
}

/** Filters on phones; their effect shows in the list behind and on the button. */
export default function FilterSheet({ tallies, total, onClear, onClose }: FilterSheetProps) {
  const { t, format } = useLocale();
  return (
    <Dialog title={t('adminPages.filterTitle')} close={t('adminPages.close')} onClose={onClose} look="side-panel">
      <div className="filter-sheet">
        <Filters tallies={tallies} />
        <div className="cluster gap-3">
          <Button onClick={onClose}>{t('adminPages.show', format.counted(total ?? 0))}</Button>
          <Button
            look="quiet"
            onClick={() => {
              onClear();
              onClose();
            }}
          >
            {t('adminPages.clear')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
