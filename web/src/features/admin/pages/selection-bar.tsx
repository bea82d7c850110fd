import { PencilLine, Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import type { Selection } from './use-selection.ts';

interface SelectionBarProps {
  readonly selection: Selection;
  /** Number of pages that match; absent until it is known. */
  readonly total: number | undefined;
  readonly onChange: () => void;
  readonly onPrint: () => void;
}

/** How many pages are selected, and what can be done with them. */
export function SelectionBar({ selection, total = 0, onChange, onPrint }: SelectionBarProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const count = selection.count(total);
  if (count === 0) return null;
  return (
    <div className="selection-bar">
      <p className="tabular" role="status">
        {t('adminPages.selected', { count, number: format.number(count) })}
      </p>
      <Button onClick={onChange}>
        <PencilLine aria-hidden="true" />
        {t('adminPages.changeOpen')}
      </Button>
      <Button look="secondary" onClick={onPrint}>
        <Printer aria-hidden="true" />
        {t('adminPages.printTicked', { count, number: format.number(count) })}
      </Button>
      {!selection.all && (
        <Button look="secondary" onClick={selection.tickAll}>
          {t('adminPages.selectAll', { count: total, number: format.number(total) })}
        </Button>
      )}
      <Button look="quiet" onClick={selection.clear}>
        {t('adminPages.untick')}
      </Button>
    </div>
  );
}
