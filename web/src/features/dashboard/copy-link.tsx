import { Check, Link2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { copyText } from '../../public-script/clipboard.ts';

const SAID_MS = 2_500;

/** Copies the address that is printed on the card, and says whether it did. */
export function CopyLink({ id, name }: { readonly id: string; readonly name: string }) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();

  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async () => {
    const copied = await copyText(new URL(paths.publicPage(id), window.location.origin).href);
    setOutcome(copied ? 'copied' : 'refused');
  };
  const said = outcome && (outcome === 'copied' ? t('dashboard.copied') : t('dashboard.notCopied'));
  return (
    <>
      <button
        type="button"
        className="btn btn--secondary"
        aria-label={t('dashboard.copyNamed', { name })}
        onClick={() => void copy()}
      >
        {outcome === 'copied' ? <Check aria-hidden="true" /> : <Link2 aria-hidden="true" />}
        {said ?? t('dashboard.copy')}
      </button>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </>
  );
}
