import type { EditorValues } from './editor-values.ts';

/** The three steps to a card that can be used, and the finished card. */
export type Step = 'photo' | 'name' | 'number' | 'done';

/** The step after a save; the photo is saved with the name. */
export const NEXT_STEP: Readonly<Record<Step, Step>> = { photo: 'name', name: 'number', number: 'done', done: 'done' };

/** Where the steps begin; undefined shows all fields, as for a page that has a name unless the steps are requested. */
export function firstStepOf({ name, picture, phone, whatsapp }: EditorValues, requested: boolean): Step | undefined {
  if (name === '') return 'photo';
  if (!requested) return undefined;
  if (picture.path === '') return 'photo';
  return phone === '' && whatsapp === '' ? 'number' : undefined;
}
