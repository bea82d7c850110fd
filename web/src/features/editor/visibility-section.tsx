import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../ui/checkbox.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Fold, type Folds } from './section.tsx';
import type { EditorModel } from './use-editor.ts';

/** The title, and whether passengers and search engines can see the page. A new page is active. */
export function VisibilitySection({ editor, folds }: { readonly editor: EditorModel; readonly folds: Folds }) {
  const { t } = useTranslation();
  const { register } = editor.form;
  const { displayName, state, indexable } = editor.values;
  const shownState = editor.mayChangeState ? state : 'DEACTIVATED';
  return (
    <Fold
      title={t('editor.section.visibility')}
      folds={folds}
      summary={[
        displayName,
        t('state', { returnObjects: true })[shownState],
        t(indexable ? 'editor.summary.indexed' : 'editor.summary.notIndexed'),
      ]
        .filter((part) => part !== '')
        .join(' · ')}
      refused={editor.errorOf('displayName') !== undefined}
    >
      <TextField
        {...editor.field('displayName')}
        label={t('editor.displayName')}
        hint={t('editor.displayNameHint')}
        required
      />
      {editor.saved !== undefined && (editor.mayChangeState ? <StateChoice editor={editor} /> : <BlockedState />)}
      <Checkbox {...register('indexable')} label={t('editor.indexable')} hint={t('editor.indexableHint')} />
    </Fold>
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
