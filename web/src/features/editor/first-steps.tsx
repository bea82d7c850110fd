import { CONTACTS } from '@volant/proto/contact/contacts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { EditorBanner } from './editor-banner.tsx';
import { EditorNotices } from './editor-notices.tsx';
import { addNumber } from './editor-values.ts';
import { FinishedCard } from './finished-card.tsx';
import { LiveCard } from './live-card.tsx';
import type { Step } from './step.ts';
import type { EditorModel } from './use-editor.ts';
import './first-steps.css';

interface FirstStepsProps {
  readonly editor: EditorModel;
  readonly step: Step;
  readonly onStep: (step: Step) => void;
  /** Shows all fields instead. */
  readonly onAll: () => void;
  /** The way to the list of pages. */
  readonly leave: ReactNode;
  /** Above the steps. */
  readonly intro?: ReactNode;
}

/** Whether a username may well be the driver's name: words of letters. */
function isFullName(username: string): boolean {
  const isInName = (sign: string) => sign.toLowerCase() !== sign.toUpperCase() || " '’-".includes(sign);
  return username.trim().includes(' ') && [...username].every(isInName);
}

const STEPS = ['photo', 'name', 'number'] as const;

/** A new card's photo, name and number, one at a time beside the card; then the card turns over to its code. */
export default function FirstSteps({ editor, step, onStep, onAll, leave, intro }: FirstStepsProps) {
  const { t } = useTranslation();
  return (
    <div className="first-steps page">
      <div className="first-steps__head">
        <PageHeading
          title={t(step === 'done' ? 'editor.steps.ready' : 'editor.steps.title')}
          className="editor__title"
        />
        {leave}
      </div>
      {step !== 'done' && intro}
      {step === 'done' ? <FinishedCard editor={editor} /> : <StepForm editor={editor} step={step} onStep={onStep} />}
      <Button look="quiet" className="first-steps__all" onClick={onAll}>
        {t(step === 'done' ? 'editor.steps.more' : 'editor.steps.all')}
      </Button>
    </div>
  );
}

interface StepFormProps extends Pick<FirstStepsProps, 'editor' | 'onStep'> {
  readonly step: Exclude<Step, 'done'>;
}

function StepForm({ editor, step, onStep }: StepFormProps) {
  const { t } = useTranslation();
  const { form, busy } = editor;
  /** A second number of the phone field. The form is left with this step, so that only an item keeps it. */
  const otherNumber = useRef('');
  /** Whether the number is also that of WhatsApp; undefined if the page has another one there. */
  const [sameNumber, setSameNumber] = useState(() => {
    const { phone, whatsapp } = form.getValues();
    return whatsapp === '' || whatsapp === phone ? true : undefined;
  });
  const at = STEPS.indexOf(step);
  const former = STEPS[at - 1];
  const skips = step === 'photo' && editor.values.picture.file === undefined && editor.values.picture.path === '';
  return (
    <form
      className="first-steps__form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (step === 'photo') return void editor.keepPicture(() => onStep('name'));
        if (step === 'number' && sameNumber !== undefined) copyNumber(form, sameNumber);
        if (otherNumber.current !== '') addNumber(form, t('phoneField.otherNumber'), otherNumber.current);
        otherNumber.current = '';
        void editor.save(event);
      }}
    >
      <EditorNotices editor={editor} />
      <LiveCard values={editor.values} />
      <fieldset className="first-steps__step">
        <legend>
          <span className="first-steps__count">{t('editor.steps.count', { step: at + 1, of: STEPS.length })}</span>
          <span className="first-steps__name">{t('editor.steps.names', { returnObjects: true })[step]}</span>
        </legend>
        <progress className="visually-hidden" aria-hidden="true" value={at + 1} max={STEPS.length} />
        <StepField
          key={step}
          editor={editor}
          step={step}
          onOtherNumber={(number) => {
            otherNumber.current = number;
          }}
        />
        {step === 'number' && sameNumber !== undefined && (
          <Checkbox
            label={t('editor.steps.sameNumber')}
            checked={sameNumber}
            onChange={({ target }) => setSameNumber(target.checked)}
          />
        )}
      </fieldset>
      <div className="first-steps__ways cluster gap-2">
        {former !== undefined && (
          <Button look="secondary" onClick={() => onStep(former)}>
            {t('editor.steps.back')}
          </Button>
        )}
        {skips ? (
          <Button type="submit" look="quiet" busy={busy}>
            {t('editor.steps.skip')}
          </Button>
        ) : (
          <Button type="submit" busy={busy}>
            {t(step === 'number' ? 'editor.steps.finish' : 'editor.steps.next')}
          </Button>
        )}
      </div>
      <EditorBanner saved={false} failure={editor.failure} attempt={editor.attempt} />
    </form>
  );
}

function copyNumber({ getValues, setValue }: EditorModel['form'], isSame: boolean): void {
  setValue('whatsapp', isSame ? getValues('phone') : '');
  setValue('whatsappCountry', getValues('phoneCountry'));
}

interface StepFieldProps extends Pick<StepFormProps, 'editor' | 'step'> {
  readonly onOtherNumber: (number: string) => void;
}

/** The field of a step. It takes the focus when its step comes, so that a phone shows its keys at once. */
function StepField({ editor, step, onOtherNumber }: StepFieldProps): ReactNode {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const { form, attempt, errorOf, field, progress } = editor;
  const username = useSession()?.user.username ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step
  useEffect(() => {
    if (step === 'photo') return;
    const input = place.current?.querySelector('input');
    input?.focus();
    if (step !== 'name' || form.getValues('name') !== '' || !isFullName(username)) return;
    form.setValue('name', username);
    // Typing replaces the proposal.
    input?.select();
  }, []);
  return (
    <div ref={place} className="first-steps__field">
      {step === 'photo' && (
        <PictureField
          picture={editor.values.picture}
          name={editor.values.name}
          onChange={(chosen) => form.setValue('picture', chosen)}
          progress={progress}
          attempt={attempt}
          error={errorOf('picture')}
          prominent
        />
      )}
      {step === 'name' && (
        <TextField
          {...field('name')}
          label={t('editor.name')}
          hint={t('editor.steps.nameHint')}
          autoComplete="name"
          required
        />
      )}
      {step === 'number' && (
        <PhoneField
          form={form}
          name="phone"
          countryName="phoneCountry"
          read={CONTACTS.phone.read}
          label={t('editor.phone')}
          hint={t('editor.steps.numberHint')}
          countryLabel={t('phoneField.countryCode')}
          autoComplete="tel"
          error={errorOf('phone')}
          onLeftOut={onOtherNumber}
        />
      )}
    </div>
  );
}
