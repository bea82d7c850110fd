import { useTranslation } from 'react-i18next';
import { Skeleton } from './skeleton.tsx';
import './avatar.css';
import './picture-field.css';
import './text-field.css';

interface FieldSkeletonProps {
  readonly label: string;
  readonly hint?: string;
  readonly height?: string;
}

/** Placeholder of a field whose value is loading; its label shows at once. */
export function FieldSkeleton({ label, hint, height = '3rem' }: FieldSkeletonProps) {
  return (
    <div className="field">
      <span className="field__label">{label}</span>
      <Skeleton width="100%" height={height} />
      {hint !== undefined && <p className="field__hint">{hint}</p>}
    </div>
  );
}

export function PictureSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="picture-field">
      <span className="avatar avatar--somebody" />
      <div className="picture-field__body">
        <p className="field__label">{t('picture.label')}</p>
        <Skeleton width="100%" height="2.75rem" />
        <p className="field__hint">{t('picture.hint')}</p>
        <div />
      </div>
    </div>
  );
}
