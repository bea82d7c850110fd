import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { pendingPage } from '../../session/pending-page.ts';
import { SoloCard } from '../../ui/card-art.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import './auth-layout.css';

interface AuthLayoutProps {
  readonly title: string;
  readonly lede: string;
  readonly children: ReactNode;
}

const unchanging = () => () => undefined;
const nothing = () => undefined;

/** Layout of the authentication screens: an introduction on one side, the form on the other. */
export function AuthLayout({ title, lede, children }: AuthLayoutProps) {
  const { t } = useTranslation();
  // Read once: the claim after the sign-in removes it, and the notice must not disappear then.
  const [pending] = useState(pendingPage);
  // A server-rendered document has no pending page.
  const waiting = useSyncExternalStore(unchanging, () => pending, nothing);
  return (
    <div className="auth page">
      <div className="auth__intro">
        <PageHeading title={title} className="auth__title" />
        <p className="auth__lede">{lede}</p>
        <div className="auth__art" aria-hidden="true">
          <SoloCard />
        </div>
      </div>
      <div className="auth__form stack gap-4">
        {waiting !== undefined && (
          <Notice tone="info">
            <p>{t('login.pendingPage')}</p>
          </Notice>
        )}
        {children}
      </div>
    </div>
  );
}
