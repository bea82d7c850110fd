import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { v4 as uuid } from 'uuid';
import { ApiError } from '../../api/api-error.ts';
import { failureOf } from '../../api/failure.ts';
import type { PageState } from '../../api/shapes.ts';
import { paths } from '../../app/paths.ts';
import { SAME_SCREEN } from '../../browser/same-screen.ts';
import { useCheckedForm } from '../../ui/use-checked-form.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { dropDraft, readDraft } from './draft.ts';
import { type EditedPageFragment, EditorDocument } from './editor-page.generated.ts';
import { blocksOf, checkEditor, type EditorValues, inputOf, sameValues, valuesOf } from './editor-values.ts';
import { useDraftKeeper } from './use-draft-keeper.ts';
import { CreatePageDocument, UpdatePageDocument } from './use-editor.generated.ts';
import { useEditorBanner } from './use-editor-banner.ts';

/** What the server holds of the page; absent for one that was never saved. */
export interface SavedPage {
  readonly id: string;
  readonly state: PageState;
  readonly avatar: string | undefined;
  /** The version that was read, for the next change to be over that one alone. */
  readonly version: number;
}

export function savedOf({ id, state, avatar, version }: EditedPageFragment): SavedPage {
  return { id, state, avatar: avatar ?? undefined, version };
}

export interface EditorStart {
  readonly values: EditorValues;
  readonly saved: SavedPage | undefined;
}

/** The editor without its looks: the form, its draft, saving, and what happens when two save. */
export function useEditor(start: EditorStart, onMade: ((id: string) => void) | undefined) {
  const navigate = useNavigate();
  const client = useApolloClient();
  const [creation] = useState(() => new Map<string, string>());
  const [restored, setRestored] = useState(() => readDraft(start.saved?.id ?? 'new'));
  const [saved, setSaved] = useState(
    () => start.saved && { ...start.saved, version: restored?.version ?? start.saved.version },
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
  useDraftKeeper(draftId, dirty, values, saved?.version);

  const mayChangeState = saved?.state !== 'DEACTIVATED';

  const settle = (savedValues: EditorValues) => {
    setBaseline(savedValues);
    setConflict(false);
    setRestored(undefined);
    putAside(undefined);
    banner.saved();
  };

  /** The same for every try at the same new page. */
  const keyOf = (variables: object): string => {
    const text = JSON.stringify(variables);
    const key = creation.get(text) ?? uuid();
    creation.set(text, key);
    return key;
  };

  const create = async (input: EditorValues) => {
    const variables = { input: inputOf(input, true) };
    const { data } = await client.mutate({
      mutation: CreatePageDocument,
      variables,
      context: { idempotencyKey: keyOf(variables) },
      // The list of one's pages has it first; what else it shows of it, the server says.
      update: (cache) => void cache.evict({ id: 'ROOT_QUERY', fieldName: 'myPages' }),
    });
    const page = made(data?.createPage);
    dropDraft('new');
    settle(input);
    setSaved(savedOf(page));
    onMade?.(page.id);
    await navigate(paths.editor(page.id), { replace: true, state: SAME_SCREEN });
  };

  const update = async (known: SavedPage, input: EditorValues, expectedVersion: number) => {
    const variables = { id: known.id, input: inputOf(input, mayChangeState), expectedVersion };
    const { data } = await client.mutate({ mutation: UpdatePageDocument, variables });
    settle(input);
    setSaved({ ...savedOf(made(data?.updatePage)), avatar: known.avatar });
  };

  const read = async (id: string): Promise<EditedPageFragment> => {
    const { data } = await client.query({ query: EditorDocument, variables: { id }, fetchPolicy: 'network-only' });
    return made(data?.page);
  };

  const attempt = async (action: () => Promise<void>) => {
    setFailure(undefined);
    try {
      await action();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'PAGE_CHANGED') setConflict(true);
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
      return saved === undefined ? create(tidy) : update(saved, tidy, saved.version);
    }),
  );

  const { run: keepMine } = useSingleFlight(() =>
    attempt(async () => {
      if (saved === undefined) return;
      const { version } = await read(saved.id);
      await update(saved, normalised(form.getValues()), version);
    }),
  );

  const { run: takeTheirs } = useSingleFlight(() =>
    attempt(async () => {
      if (saved === undefined) return;
      const page = await read(saved.id);
      putAside(form.getValues());
      setBaseline(valuesOf(page));
      setSaved({ ...savedOf(page), avatar: saved.avatar });
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
      setSaved((page) => page && { ...page, version: start.saved?.version ?? page.version });
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

/** An answer without its page would have been a refusal. */
function made<T>(page: T | undefined): T {
  if (page === undefined) throw new Error('answered without a page');
  return page;
}

export type EditorModel = ReturnType<typeof useEditor>;
