import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** Stands where the form stood until the dashboard comes; takes the focus the form had. */
export function SuccessPanel({ title }: { readonly title: string }) {
  const { t } = useTranslation();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  return (
    <div className="auth-success" role="status" tabIndex={-1} ref={panel}>
      <CircleCheck aria-hidden="true" />
      <p className="auth-success__title">{title}</p>
      <p>{t('auth.toDashboard')}</p>
    </div>
  );
}
