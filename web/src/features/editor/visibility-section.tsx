import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../ui/checkbox.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { Section } from './section.tsx';
import type { EditorModel } from './use-editor.ts';

/** Whether passengers and search engines can see the page. A new page is active. */
export function VisibilitySection({ editor }: { readonly editor: EditorModel }) {
  const { t } = useTranslation();
  const { register } = editor.form;
  return (
    <Section title={t('editor.section.visibility')}>
      {editor.saved !== undefined && (editor.mayChangeState ? <StateChoice editor={editor} /> : <BlockedState />)}
      <Checkbox {...register('indexable')} label={t('editor.indexable')} hint={t('editor.indexableHint')} />
    </Section>
  );
}

function StateChoice({ editor }: { readonly editor: EditorModel }) {
  const { t } = useTranslation();
  const { register } = editor.form;
  return (
    <fieldset className="state-choice stack gap-1">
      <legend className="field__label">{t('editor.state')}</legend>
      <label className="checkbox__label">
        <input {...register('state')} type="radio" value="ACTIVE" />
        <StateBadge state="ACTIVE" />
        <span>{t('editor.stateActive')}</span>
      </label>
      <label className="checkbox__label">
        <input {...register('state')} type="radio" value="INACTIVE" />
        <StateBadge state="INACTIVE" />
        <span>{t('editor.stateInactive')}</span>
      </label>
    </fieldset>
  );
}

function BlockedState() {
  const { t } = useTranslation();
  return (
    <div className="state-choice stack gap-1">
      <p className="field__label">{t('editor.state')}</p>
      <p>
        <StateBadge state="DEACTIVATED" />
      </p>
      <p className="field__hint">{t('editor.deactivatedReason')}</p>
    </div>
  );
}
