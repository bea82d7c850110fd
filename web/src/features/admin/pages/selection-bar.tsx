import { PencilLine, Printer } from 'lucide-react';
import { SIDE_BY_SIDE, useMedia } from '../../../browser/use-media.ts';
import { useLocale } from '../../../i18n/use-locale.ts';
import { Button } from '../../../ui/button.tsx';
import { OtherActions } from '../other-actions.tsx';
import type { Selection } from './use-selection.ts';
import './selection-bar.css';

interface SelectionBarProps {
  readonly selection: Selection;
  /** Number of pages that match; absent until it is known. */
  readonly total: number | undefined;
  readonly onChange: () => void;
  readonly onPrint: () => void;
}

/**
 * How many pages are selected, and what can be done with them. Below the list, so that no row moves at the first tick.
 */
export function SelectionBar({ selection, total = 0, onChange, onPrint }: SelectionBarProps) {
  const { t, format } = useLocale();
  const isWide = useMedia(SIDE_BY_SIDE);
  const count = selection.count(total);
  if (count === 0) return null;
  const counted = { count, number: format.number(count) };
  const all = format.counted(total);
  const others = [
    ...(selection.all ? [] : [{ id: 'all', label: t('adminPages.selectAll', all), onAction: selection.tickAll }]),
    { id: 'none', label: t('adminPages.untick'), onAction: selection.clear },
  ];
  return (
    <div className="selection-bar">
      <p className="selection-bar__count tabular" role="status">
        <span className={isWide ? undefined : 'visually-hidden'}>{t('adminPages.selected', counted)}</span>
        {!isWide && <span aria-hidden="true">{counted.number}</span>}
      </p>
      <Button icon={PencilLine} onClick={onChange}>
        {t('adminPages.changeOpen')}
      </Button>
      <Button look="secondary" icon={Printer} onClick={onPrint}>
        {isWide ? t('adminPages.printTicked', counted) : t('adminPages.print')}
      </Button>
      <OtherActions actions={others} className="selection-bar__more" />
    </div>
  );
}
