import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { QrCode } from '../../ui/qr-code.tsx';
import { useScreenAwake } from '../../ui/use-screen-awake.ts';
import type { Voucher } from './voucher.ts';
import {
  CODE_LABEL,
  furtherLines,
  LAW,
  type Particular,
  particulars,
  VOUCHER_TITLE,
  voucherLink,
} from './voucher-words.ts';

/** What an officer reads: black on white in both themes, in French, the seven particulars first. */
export function ControlScreen({ voucher }: { readonly voucher: Voucher }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  useScreenAwake(true);
  // Above header and footer.
  useEffect(() => {
    dialog.current?.showModal();
    // Not the button at the end, to which the screen would scroll.
    dialog.current?.querySelector('h1')?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="control"
      lang="fr"
      dir="ltr"
      aria-labelledby="control-title"
      onClose={() => void navigate('/bon')}
    >
      <h1 id="control-title" tabIndex={-1}>
        {VOUCHER_TITLE}
      </h1>
      <Lines of={particulars(voucher)} />
      <QrCode text={voucherLink(voucher)} label={CODE_LABEL} level="L" />
      <Lines of={furtherLines(voucher)} />
      <p className="control__law">{LAW}</p>
      <form method="dialog">
        <button type="submit" className="btn btn--secondary">
          {t('voucher.close')}
        </button>
      </form>
    </dialog>
  );
}

function Lines({ of }: { readonly of: readonly Particular[] }) {
  return (
    <dl className="control__lines">
      {of.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd translate="no">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
