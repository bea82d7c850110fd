import { useApolloClient } from '@apollo/client/react';
import { CONTACT_FIELDS } from '@volant/proto/contact/contacts';
import { fieldPath } from '@volant/proto/text/field-path';
import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '../../api/api-error.ts';
import { dropDraft } from '../../api/drafts.ts';
import type { Failure } from '../../api/failure.ts';
import { useCheckedForm } from '../../ui/use-checked-form.ts';
import { useDraftKeeper } from '../../ui/use-draft-keeper.ts';
import { failureOfSave, type Picture, usePictureUpload } from '../../ui/use-picture-upload.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { tidied } from './contact-values.ts';
import { readPageDraft } from './draft.ts';
import { useEditorBanner } from './editor-banner.tsx';
import type { EditorView } from './editor-frame.tsx';
import { type EditedPageFragment, EditorDocument } from './editor-page.generated.ts';
import {
  type CustomItemValues,
  checkEditor,
  type EditorStart,
  type EditorValues,
  editorFieldOf,
  inputOf,
  type SavedPage,
  sameValues,
  savedOf,
  valuesOf,
} from './editor-values.ts';
import { CreatePageDocument, UpdatePageDocument } from './use-editor.generated.ts';
import { useTitleOfName } from './use-title-of-name.ts';

/** View state of the custom items; survives switching to the preview. */
interface ItemsView {
  /** Ids of the opened items. */
  readonly open: readonly string[];
  /** The last deleted item, for undo. */
  readonly removed: { readonly index: number; readonly name: string; readonly item: CustomItemValues } | undefined;
}

interface EditorEvents {
  /** Receives the id when a new page is first saved. */
  readonly onMade?: ((id: string) => unknown) | undefined;
  readonly onSaved?: () => void;
}

/** The editor's logic: form, draft, saving, and conflicts between two saves. */
export function useEditor(start: EditorStart, { onMade, onSaved }: EditorEvents) {
  const client = useApolloClient();
  const { store, progress } = usePictureUpload('/api/pages/upload-image');
  const [restored, setRestored] = useState(() => readPageDraft(start.saved?.id ?? 'new', start.values));
  const [saved, setSaved] = useState(
    () => start.saved && { ...start.saved, version: restored?.version ?? start.saved.version },
  );
  const [baseline, setBaseline] = useState(start.values);
  const [items, setItems] = useState<ItemsView>({ open: [], removed: undefined });
  const [view, setView] = useState<EditorView>('edit');
  /** The last save failed; stays until the next one succeeds. */
  const [failed, setFailed] = useState(false);
  const [conflict, setConflict] = useState(false);
  /** The form before another user's version was loaded; can be restored. */
  const [setAside, putAside] = useState<EditorValues>();
  const checked = useCheckedForm<EditorValues>(restored?.values ?? start.values, checkEditor, editorFieldOf);
  const { form, values, setFailure } = checked;
  const banner = useEditorBanner(checked.failure, setFailure);

  useTitleOfName(form, values.name);

  const dirty = !sameValues(values, baseline);
  const draftId = saved?.id ?? 'new';
  const version = saved?.version;
  const unsaved = dirty || setAside !== undefined;
  const latest = dirty ? values : (setAside ?? values);
  useDraftKeeper(
    draftId,
    unsaved,
    useMemo(() => ({ version, values: latest }), [version, latest]),
  );

  const mayChangeState = saved?.state !== 'DEACTIVATED';

  const settle = (sent: EditorValues, page: EditedPageFragment) => {
    const picture = { path: page.avatar ?? '', file: undefined };
    setBaseline({ ...sent, picture });
    putPicture(sent.picture, picture);
    setConflict(false);
    setFailed(false);
    setRestored(undefined);
    putAside(undefined);
    banner.saved();
    onSaved?.();
  };

  const create = async (input: EditorValues) => {
    const variables = { input: inputOf(input, true, '') };
    const { data } = await client.mutate({
      mutation: CreatePageDocument,
      variables,
      // The list of the user's pages changed; refetch it.
      update: (cache) => void cache.evict({ id: 'ROOT_QUERY', fieldName: 'myPages' }),
    });
    const page = made(data?.createPage);
    dropDraft('new');
    settle(input, page);
    setSaved(savedOf(page));
    await onMade?.(page.id);
  };

  const update = async (known: SavedPage, input: EditorValues, expectedVersion: number) => {
    const variables = {
      id: known.id,
      input: inputOf(input, mayChangeState, baseline.picture.path),
      expectedVersion,
    };
    const { data } = await client.mutate({ mutation: UpdatePageDocument, variables });
    const page = made(data?.updatePage);
    settle(input, page);
    setSaved(savedOf(page));
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
      setFailed(true);
      if (error instanceof ApiError && error.code === 'PAGE_CHANGED') setConflict(true);
      else refuse(failureOfSave(error, 'editor.saveFailed'));
    }
  };

  /** Shows the form, and opens the item whose field was refused, at once, so that the field can be focused. */
  const refuse = (failure: Failure) => {
    const path = 'field' in failure ? fieldPath(failure.field ?? '').replace(/^blocks\./, '') : '';
    const [, index] = /^customFields\.(\d+)\./.exec(editorFieldOf(path, form.getValues())) ?? [];
    const id = index === undefined ? undefined : form.getValues().customFields[Number(index)]?.id;
    flushSync(() => {
      if (path !== '') setView('edit');
      if (id !== undefined) setItems((shown) => ({ ...shown, open: [...shown.open, id] }));
    });
    setFailure(failure);
  };

  /** Replaces the picture, unless another was chosen meanwhile. */
  const putPicture = (known: Picture, next: Picture) => {
    const { path, file } = form.getValues().picture;
    if (path === known.path && file === known.file) form.setValue('picture', next);
  };

  /** Cleans contacts and uploads the picture before saving. If the upload fails, nothing is saved. */
  const prepared = async (input: EditorValues): Promise<EditorValues> => {
    const contacts = await tidied(input);
    for (const name of CONTACT_FIELDS) {
      // Keeps what was typed meanwhile.
      if (contacts[name] !== input[name] && form.getValues(name) === input[name]) form.setValue(name, contacts[name]);
    }
    const picture = { path: await store(input.picture), file: undefined };
    putPicture(input.picture, picture);
    return { ...input, ...contacts, picture };
  };

  /** Uploads the picture, so that the draft has it, too. */
  const { run: keepPicture, busy: keepsPicture } = useSingleFlight((onDone: () => void) =>
    attempt(async () => {
      const { picture } = form.getValues();
      putPicture(picture, { path: await store(picture), file: undefined });
      onDone();
    }),
  );

  const { run: save, busy } = useSingleFlight((input: EditorValues) =>
    attempt(async () => {
      const tidy = await prepared(input);
      return saved === undefined ? create(tidy) : update(saved, tidy, saved.version);
    }),
  );

  const { run: keepMine } = useSingleFlight(() =>
    attempt(async () => {
      if (saved === undefined) return;
      const { version } = await read(saved.id);
      await update(saved, await prepared(form.getValues()), version);
    }),
  );

  const { run: takeTheirs } = useSingleFlight(() =>
    attempt(async () => {
      if (saved === undefined) return;
      const page = await read(saved.id);
      putAside(form.getValues());
      setBaseline(valuesOf(page));
      setSaved(savedOf(page));
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
    unsaved,
    failed: failed && dirty,
    busy: busy || keepsPicture,
    progress,
    items,
    setItems,
    view,
    setView,
    save: checked.submit(save),
    keepPicture,
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
    draftId,
  };
}

/** Narrows the type: a response without a page would have been an error. */
function made<T>(page: T | undefined): T {
  if (page === undefined) throw new Error('answered without a page');
  return page;
}

export type EditorModel = ReturnType<typeof useEditor>;
