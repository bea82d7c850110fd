import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../api/failure.ts';
import { FailureText, Notice } from '../../ui/notice.tsx';
import { useLater } from '../../ui/use-later.ts';

const SUCCESS_MS = 3_000;
const ERROR_MS = 5_000;

/** The editor's two banners: "saved" for 3 s, "failed" for 5 s. */
export function useEditorBanner(failure: Failure | undefined, setFailure: (failure: undefined) => void) {
  const [savedAt, setSavedAt] = useState<number>();
  useLater(savedAt, SUCCESS_MS, () => setSavedAt(undefined));
  useLater(failure, ERROR_MS, () => setFailure(undefined));
  const saved = useCallback(() => setSavedAt(Date.now()), []);
  return { shown: savedAt !== undefined && failure === undefined, saved };
}

interface EditorBannerProps {
  readonly saved: boolean;
  readonly failure: Failure | undefined;
  readonly attempt: number;
}

/** Result of the last save, fixed above the content without covering controls. */
export function EditorBanner({ saved, failure, attempt }: EditorBannerProps) {
  const { t } = useTranslation();
  return (
    <div className="editor__banner">
      {/* Both live regions are always mounted, because screen readers miss content of a region that is just added. */}
      <div role="status">{saved && <Notice tone="success" text={t('editor.saved')} />}</div>
      <div role="alert" key={attempt}>
        {failure !== undefined && (
          <Notice tone="danger">
            <FailureText failure={failure} />
          </Notice>
        )}
      </div>
    </div>
  );
}
