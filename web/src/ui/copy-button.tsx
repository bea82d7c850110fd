import { Check, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../browser/clipboard.ts';
import { useLater } from './use-later.ts';

const SAID_MS = 2_500;

interface CopyButtonProps {
  readonly value: string;
  /** Button text before it is pressed. */
  readonly label: string;
  /** Accessible name, if `label` does not distinguish several buttons. */
  readonly name?: string;
  /** Announced after copying; “Copied” by default. */
  readonly copied?: string;
  readonly icon?: ReactNode;
  readonly look?: 'primary' | 'secondary';
}

/** Copies a text, and reports success or failure. */
export function CopyButton(props: CopyButtonProps) {
  const { value, label, name, copied, icon = <Copy aria-hidden="true" />, look = 'secondary' } = props;
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  useLater(outcome, SAID_MS, () => setOutcome(undefined));

  const copy = async () => setOutcome((await copyText(value)) ? 'copied' : 'refused');
  const said = outcome && (outcome === 'copied' ? (copied ?? t('copy.copied')) : t('copy.notCopied'));
  return (
    <>
      <button type="button" className={`btn btn--${look}`} aria-label={name} onClick={() => void copy()}>
        {outcome === 'copied' ? <Check aria-hidden="true" /> : icon}
        {said ?? label}
      </button>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </>
  );
}
