import { useTranslation } from 'react-i18next';
import type { EditorModel } from './use-editor.ts';
import './save-state.css';

/** Whether the form is saved, beside the button; a failed save stays here when its banner has gone. */
export function SaveState({ editor: { saved, dirty, failed } }: { readonly editor: EditorModel }) {
  const { t } = useTranslation();
  const state = failed ? 'failed' : dirty ? 'unsaved' : saved === undefined ? 'new' : 'saved';
  return <p className={`save-state save-state--${state}`}>{t('editor.saveState', { returnObjects: true })[state]}</p>;
}
