import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { failureOf } from '../../api/failure.ts';
import { createPage, readPage, savePage } from '../../api/pages.ts';
import type { PageState } from '../../api/shapes.ts';
import { paths } from '../../app/paths.ts';
import { SAME_SCREEN } from '../../browser/same-screen.ts';
import { useCheckedForm } from '../../ui/use-checked-form.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { dropDraft, readDraft } from './draft.ts';
import { blocksOf, checkEditor, type EditorValues, inputOf, sameValues, valuesOf } from './editor-values.ts';
import { useDraftKeeper } from './use-draft-keeper.ts';
import { useEditorBanner } from './use-editor-banner.ts';

/** What the server holds of the page; absent for one that was never saved. */
export interface SavedPage {
  readonly id: string;
  readonly state: PageState;
  readonly avatar: string | undefined;
  readonly etag: string | undefined;
}

export interface EditorStart {
  readonly values: EditorValues;
  readonly saved: SavedPage | undefined;
}

/** The editor without its looks: the form, its draft, saving, and what happens when two save. */
export function useEditor(start: EditorStart, onMade: ((id: string) => void) | undefined) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [restored, setRestored] = useState(() => readDraft(start.saved?.id ?? 'new'));
  const [saved, setSaved] = useState(
    () => start.saved && { ...start.saved, etag: restored ? restored.etag : start.saved.etag },
  );
  const [baseline, setBaseline] = useState(start.values);
  const [conflict, setConflict] = useState(false);
  /** The form as it was before somebody else's version was taken; can be taken back. */
  const [setAside, putAside] = useState<EditorValues>();
  const checked = useCheckedForm<EditorValues>(restored?.values ?? start.values, checkEditor);
  const { form, setFailure } = checked;
  const banner = useEditorBanner(checked);

  const values = useWatch({ control: form.control }) as EditorValues;
  const dirty = !sameValues(values, baseline);
  const draftId = saved?.id ?? 'new';
  useDraftKeeper(draftId, dirty, values, saved?.etag);

  const mayChangeState = saved?.state !== 'DEACTIVATED';

  const settle = (savedValues: EditorValues) => {
    setBaseline(savedValues);
    setConflict(false);
    setRestored(undefined);
    putAside(undefined);
    banner.saved();
    void queryClient.invalidateQueries({ queryKey: ['pages'] });
    queryClient.removeQueries({ queryKey: ['public-page'] });
  };

  const create = async (input: EditorValues) => {
    const { page, etag } = await createPage(inputOf(input, true));
    dropDraft('new');
    settle(input);
    setSaved({ id: page.id, state: page.state, avatar: page.avatar ?? undefined, etag });
    onMade?.(page.id);
    await navigate(paths.editor(page.id), { replace: true, state: SAME_SCREEN });
  };

  const update = async (known: SavedPage, input: EditorValues, ifMatch: string | undefined) => {
    const { page, etag } = await savePage(known.id, inputOf(input, mayChangeState), ifMatch);
    settle(input);
    setSaved({ ...known, state: page.state, etag });
  };

  const attempt = async (action: () => Promise<void>) => {
    setFailure(undefined);
    try {
      await action();
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) setConflict(true);
      else setFailure(failureOf(error, 'editor.saveFailed'));
    }
  };

  const normalised = (input: EditorValues): EditorValues => {
    const whatsapp = blocksOf(input).whatsapp;
    if (whatsapp !== input.whatsapp) form.setValue('whatsapp', whatsapp);
    return { ...input, whatsapp };
  };

  const { run: save, busy } = useSingleFlight((input: EditorValues) =>
    attempt(() => {
      const tidy = normalised(input);
      return saved === undefined ? create(tidy) : update(saved, tidy, saved.etag);
    }),
  );

  const { run: keepMine } = useSingleFlight(() =>
    attempt(async () => {
      if (saved === undefined) return;
      const { etag } = await readPage(saved.id);
      await update(saved, normalised(form.getValues()), etag);
    }),
  );

  const { run: takeTheirs } = useSingleFlight(() =>
    attempt(async () => {
      if (saved === undefined) return;
      const { page, etag } = await readPage(saved.id);
      putAside(form.getValues());
      setBaseline(valuesOf(page));
      setSaved({ ...saved, state: page.state, etag });
      form.reset(valuesOf(page));
      setConflict(false);
      setRestored(undefined);
    }),
  );

  return {
    ...checked,
    banner,
    saved,
    dirty,
    busy,
    save: checked.submit(save),
    mayChangeState,
    restored: restored !== undefined && dirty,
    discardDraft: () => {
      form.reset(baseline);
      setSaved((page) => page && { ...page, etag: start.saved?.etag ?? page.etag });
      setRestored(undefined);
    },
    conflict,
    keepMine,
    takeTheirs,
    setAside,
    takeBack: () => {
      if (setAside !== undefined) form.reset(setAside);
      putAside(undefined);
    },
    giveUp: () => dropDraft(draftId),
  };
}

export type EditorModel = ReturnType<typeof useEditor>;
