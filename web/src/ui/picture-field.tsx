import { MOST_PICTURE_BYTES } from '@volant/proto/text/lengths';
import { CircleAlert } from 'lucide-react';
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMedia } from '../browser/use-media.ts';
import type { TextKey } from '../i18n/text-key.ts';
import { Avatar } from './avatar.tsx';
import { Button } from './button.tsx';
import { useObjectUrl } from './use-object-url.ts';
import type { Picture } from './use-picture-upload.ts';
import './picture-field.css';

interface PictureFieldProps {
  readonly picture: Picture;
  /** Name whose initial replaces a missing or broken picture. */
  readonly name: string;
  readonly onChange: (picture: Picture) => void;
  /** Called when a file is not accepted, whose error takes the place of an earlier one of the form. */
  readonly onRefused?: () => void;
  /** Uploaded share, from 0 to 1; absent without an upload. */
  readonly progress: number | undefined;
  /** Number of submits; each submit clears the error of a rejected file. */
  readonly attempt: number;
  /** The server's error for the picture. */
  readonly error: string | undefined;
  /** The main action of its screen: a wide button, and the camera on a phone. */
  readonly prominent?: boolean;
}

/** A picture that can be chosen, replaced and removed. It is uploaded when the form is saved. */
export function PictureField(props: PictureFieldProps) {
  const { picture, name, onChange, onRefused, progress, attempt, error, prominent = false } = props;
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<TextKey>();
  const preview = useObjectUrl(picture.file);
  const present = picture.file !== undefined || picture.path !== '';
  const busy = progress !== undefined;
  const isMain = prominent && !present;
  const hasCamera = useMedia('(pointer: coarse)');
  const lost = picture.lost === true ? t('picture.lost') : undefined;
  const wrong = refused === undefined ? (error ?? lost) : t(refused);

  // biome-ignore lint/correctness/useExhaustiveDependencies: reset after every submit
  useEffect(() => setRefused(undefined), [attempt]);
  useEffect(() => {
    if (error !== undefined) input.current?.focus();
  }, [error]);

  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    if (file === undefined) return;
    // A file of a cloud that is not on the device cannot be read without a network.
    const refusal = await refusedPicture(file).catch(() => 'picture.unreadable' as const);
    // Allow choosing the same file again after it was removed or refused.
    currentTarget.value = '';
    setRefused(refusal);
    if (refusal === undefined) onChange({ path: picture.path, file });
    else onRefused?.();
  };
  const remove = () => {
    setRefused(undefined);
    onChange({ path: '', file: undefined });
    input.current?.focus();
  };

  const chooser = {
    type: 'file',
    accept: PICTURE_TYPES,
    disabled: busy,
    'aria-invalid': wrong !== undefined || undefined,
    'aria-describedby': `${id}-hint ${id}-error`,
    onChange: (event: ChangeEvent<HTMLInputElement>) => void choose(event),
  };

  return (
    <div className={`picture-field ${prominent ? 'picture-field--prominent' : ''}`}>
      <Avatar name={name} picture={picture.file === undefined ? picture.path : preview} />
      <div className="picture-field__body">
        <p className="field__label" id={`${id}-label`}>
          {t('picture.label')}
        </p>
        <div className="picture-field__actions cluster gap-1">
          <label className={`btn btn--${isMain ? 'primary' : 'secondary'} picture-field__choose`}>
            <input {...chooser} ref={input} />
            {present ? t('picture.change') : t('picture.choose')}
          </label>
          {isMain && hasCamera && (
            <label className="btn btn--secondary picture-field__choose">
              <input {...chooser} capture="user" />
              {t('picture.take')}
            </label>
          )}
          {present && (
            <Button look="quiet" disabled={busy} aria-describedby={`${id}-label`} onClick={remove}>
              {t('picture.remove')}
            </Button>
          )}
        </div>
        {busy && <progress className="picture-field__progress" value={progress} aria-label={t('picture.sending')} />}
        <p className="field__hint" id={`${id}-hint`}>
          {t('picture.hint')}
        </p>
        {/* Always mounted, because screen readers miss content of a live region that is just added. */}
        <div id={`${id}-error`} role="alert">
          {wrong !== undefined && (
            <p className="field__error">
              <CircleAlert aria-hidden="true" />
              {wrong}
            </p>
          )}
        </div>
      </div>
    </div>
  );
}

/** Types offered by the browser's file chooser. */
const PICTURE_TYPES = '.png,.jpg,.jpeg,image/png,image/jpeg';

const SIGNATURES: readonly (readonly number[])[] = [
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0xff, 0xd8, 0xff],
];

/** Why a file is not accepted; undefined if it is. Checks the content, not the name. */
async function refusedPicture(file: File): Promise<TextKey | undefined> {
  const start = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  if (!SIGNATURES.some((signature) => signature.every((byte, index) => start[index] === byte))) {
    return 'picture.invalidType';
  }
  return file.size > MOST_PICTURE_BYTES ? 'picture.tooLarge' : undefined;
}
