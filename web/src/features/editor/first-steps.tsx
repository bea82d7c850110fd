import { CONTACTS } from '@volant/proto/contact/contacts';
import { LayoutGrid } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { href } from 'react-router';
import { Button, ButtonLink } from '../../ui/button.tsx';
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
  /** Undefined shows all fields. */
  readonly onStep: (step: Step | undefined) => void;
}

const STEPS = ['photo', 'name', 'number'] as const;

/** A new card's photo, name and number, one at a time beside the card; then the card turns over to its code. */
export default function FirstSteps({ editor, step, onStep }: FirstStepsProps) {
  const { t } = useTranslation();
  return (
    <div className="first-steps page">
      <div className="first-steps__head">
        <PageHeading
          title={t(step === 'done' ? 'editor.steps.ready' : 'editor.steps.title')}
          className="editor__title"
        />
        <ButtonLink look="quiet" icon={LayoutGrid} to={href('/dashboard')} aria-label={t('editor.toDashboard')}>
          <span className="editor__bar-word">{t('editor.toDashboard')}</span>
        </ButtonLink>
      </div>
      {step === 'done' ? <FinishedCard editor={editor} /> : <StepForm editor={editor} step={step} onStep={onStep} />}
      <Button look="quiet" className="first-steps__all" onClick={() => onStep(undefined)}>
        {t(step === 'done' ? 'editor.steps.more' : 'editor.steps.all')}
      </Button>
    </div>
  );
}

interface StepFormProps extends FirstStepsProps {
  readonly step: Exclude<Step, 'done'>;
}

function StepForm({ editor, step, onStep }: StepFormProps) {
  const { t } = useTranslation();
  const { form, busy } = editor;
  /** A second number of the phone field. The form is left with this step, so that only an item keeps it. */
  const otherNumber = useRef('');
  const at = STEPS.indexOf(step);
  const former = STEPS[at - 1];
  const hasPhoto = editor.values.picture.file !== undefined || editor.values.picture.path !== '';
  return (
    <form
      className="first-steps__form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (step === 'photo') return void editor.keepPicture(() => onStep('name'));
        // Only the list of pages shows the title of a page: until somebody gives it another, it is the driver's name.
        if (form.getValues('displayName') === '') form.setValue('displayName', form.getValues('name'));
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
      </fieldset>
      <div className="first-steps__ways cluster gap-2">
        {former !== undefined && (
          <Button look="secondary" onClick={() => onStep(former)}>
            {t('editor.steps.back')}
          </Button>
        )}
        <Button type="submit" busy={busy}>
          {step === 'number'
            ? t('editor.steps.finish')
            : t(step === 'photo' && !hasPhoto ? 'editor.steps.skip' : 'editor.steps.next')}
        </Button>
      </div>
      <EditorBanner saved={false} failure={editor.failure} attempt={editor.attempt} />
    </form>
  );
}

interface StepFieldProps extends Pick<StepFormProps, 'editor' | 'step'> {
  readonly onOtherNumber: (number: string) => void;
}

/** The field of a step. It takes the focus when its step comes, so that a phone shows its keys at once. */
function StepField({ editor, step, onOtherNumber }: StepFieldProps): ReactNode {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const { form, attempt, errorOf, field, progress } = editor;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step
  useEffect(() => {
    if (step !== 'photo') place.current?.querySelector('input')?.focus();
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
