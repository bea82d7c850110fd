import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { watchQrCodes } from '../browser/qr-reader.ts';
import type { TextKey } from '../i18n/text-key.ts';
import './code-camera.css';

interface CodeCameraProps {
  readonly hint: TextKey;
  /** Shown if there is no camera, or it is not permitted. */
  readonly refused: TextKey;
  /** Called until a code is accepted; returns what is wrong with this one. */
  readonly onCode: (code: string) => TextKey | undefined;
}

/** The picture of the rear camera, which reads QR codes. Needs a browser that `readsQrCodes`. */
export function CodeCamera({ hint, refused, onCode }: CodeCameraProps) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const accept = useRef(onCode);
  accept.current = onCode;
  const [said, say] = useState(hint);

  useEffect(() => {
    const { current: screen } = video;
    if (screen === null) return undefined;
    let stop: (() => void) | undefined;
    let gone = false;
    const letGo = () => {
      gone = true;
      stop?.();
    };
    const tell = (code: string) => {
      if (gone) return;
      const problem = accept.current(code);
      if (problem === undefined) letGo();
      else say(problem);
    };
    watchQrCodes(screen, tell).then(
      (end) => {
        stop = end;
        if (gone) end();
      },
      () => say(refused),
    );
    return letGo;
  }, [refused]);

  return (
    <div className="scan">
      <video ref={video} muted playsInline />
      <p role="status">{t(said)}</p>
    </div>
  );
}
