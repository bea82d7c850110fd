import { useTranslation } from 'react-i18next';
import { STATE_WORDS } from '../../../ui/state-badge.tsx';
import type { PageState } from './use-page-actions.ts';

/** Choices in the row; a page can only be blocked in its panel. */
const CHOICES: readonly PageState[] = ['UNCLAIMED', 'INACTIVE', 'ACTIVE'];

interface StateSelectProps {
  readonly state: PageState;
  readonly label: string;
  readonly tabIndex: 0 | -1;
  readonly onChange: (state: PageState) => void;
}

/** Inline selection of a page's state. */
export function StateSelect({ state, label, tabIndex, onChange }: StateSelectProps) {
  const { t } = useTranslation();
  return (
    <select
      className={`state-select state-select--${state.toLowerCase()}`}
      aria-label={label}
      tabIndex={tabIndex}
      value={state}
      onChange={({ target }) => onChange(target.value as PageState)}
    >
      {!CHOICES.includes(state) && (
        <option value={state} disabled>
          {t(STATE_WORDS[state])}
        </option>
      )}
      {CHOICES.map((one) => (
        <option key={one} value={one}>
          {t(STATE_WORDS[one])}
        </option>
      ))}
    </select>
  );
}
