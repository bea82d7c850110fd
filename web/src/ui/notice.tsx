import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../api/failure.ts';
import { Button } from './button.tsx';
import './notice.css';

const icons = { danger: CircleAlert, success: CircleCheck, info: Info };

interface NoticeProps {
  readonly tone: keyof typeof icons;
  /** The first paragraph, in bold. */
  readonly text?: string;
  readonly children?: ReactNode;
  /** `alert` interrupts a screen reader, `status` waits its turn; without a role the notice is not announced. */
  readonly role?: 'alert' | 'status';
  readonly actions?: ReactNode;
  /** Class of the notice, besides that of its tone. */
  readonly look?: 'notice--at-field' | undefined;
}

export function Notice({ tone, text, children, role, actions, look }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div className={`notice notice--${tone} ${look ?? ''}`} role={role}>
      <Icon aria-hidden="true" />
      <div className="notice__body">
        {text !== undefined && <p className="notice__text">{text}</p>}
        {children}
      </div>
      {actions !== undefined && <div className="cluster gap-2">{actions}</div>}
    </div>
  );
}

/** The text of a failure, with a note if the network failed. */
export function FailureText({ failure }: { readonly failure: Failure }) {
  const { t } = useTranslation();
  return (
    <>
      <p className="notice__text">{'text' in failure ? failure.text : t(failure.key)}</p>
      {failure.offline && <p>{t('failure.noAnswer')}</p>}
    </>
  );
}

interface FailureNoticeProps {
  readonly failure: Failure | undefined;
  /** A query or load that failed and can be repeated. */
  readonly retry?: { readonly loading: boolean; readonly refetch: () => Promise<unknown> } | undefined;
  readonly actions?: ReactNode;
}

/** Announces a failure immediately; renders nothing without one. */
export function FailureNotice({ failure, retry, actions }: FailureNoticeProps) {
  const { t } = useTranslation();
  if (failure === undefined) return null;
  // A failure of the retry arrives as the next `failure`.
  const again = retry && (
    <>
      <Button look="secondary" busy={retry.loading} onClick={() => void retry.refetch().catch(() => {})}>
        {t('failure.tryAgain')}
      </Button>
      {actions}
    </>
  );
  const shown = again ?? actions;
  const look = failure.atField && shown === undefined ? 'notice--at-field' : undefined;
  return (
    <Notice tone="danger" role="alert" actions={shown} look={look}>
      <FailureText failure={failure} />
    </Notice>
  );
}
