import { requireAdministrator, requireViewer } from '@volant/infra/auth/guards';
import type { Viewer } from '@volant/infra/auth/viewer';
import { DomainError } from '@volant/infra/errors/domain-error';
import { guarded } from '@volant/infra/graphql/guarded';
import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import { cleanLine } from '@volant/proto/text/clean-text';
import { administerPage } from '../commands/administer-page.ts';
import { claimPage } from '../commands/claim-page.ts';
import { createOwnPage } from '../commands/create-own-page.ts';
import { createPages, createPageWithId, EMPTY_CARD } from '../commands/create-pages.ts';
import { deletePage } from '../commands/delete-page.ts';
import { loadPage } from '../commands/page-commands.ts';
import { updatePage } from '../commands/update-page.ts';
import { requireUploaded } from '../commands/upload-image.ts';
import { maySee } from '../page/decide.ts';
import type { PageState } from '../page/page.ts';
import { parseDisplayName, parseField } from '../page/profile.ts';
import { typedText } from '../page/text.ts';
import { actorOf, callerOf, type PagesContext } from './context.ts';
import { shownPage } from './Page.ts';
import { type PageInput, parsePageInput } from './page-input.ts';

interface CreatePageWithIdInput {
  readonly id: string;
  readonly state: PageState;
  readonly displayName?: string | null;
  readonly ownerId?: string | null;
}

interface CreatePagesInput {
  readonly quantity: number;
  readonly prefixNote?: string | null;
  readonly state?: PageState | null;
  readonly ownerId?: string | null;
}

interface UpdatePageArguments {
  readonly id: string;
  readonly input: PageInput;
  readonly expectedVersion?: number | null;
}

interface AdministerPageInput {
  readonly newId?: string | null;
  readonly state?: PageState | null;
  readonly displayName?: string | null;
  readonly ownerId?: string | null;
}

interface AdministerPageArguments {
  readonly id: string;
  readonly input: AdministerPageInput;
  readonly expectedVersion?: number | null;
}

/** Leaves room for the number within a display name. */
const prefixNoteInput = typedText({ max: 190 });

export const Mutation: TypeResolvers<PagesContext> = {
  createPage: guarded(requireViewer, async ({ input }: { readonly input: PageInput }, context: PagesContext, viewer) =>
    shownPage(await createOwnPage(context.commands, parsePageInput(input), callerOf(context, viewer)), viewer),
  ),

  updatePage: guarded(
    requireViewer,
    async ({ id, input, expectedVersion }: UpdatePageArguments, context: PagesContext, viewer) => {
      const changes = await readPageInput(context, id, input, viewer);
      const caller = callerOf(context, viewer);
      return shownPage(await updatePage(context.commands, id, changes, expectedVersion ?? undefined, caller), viewer);
    },
  ),

  claimPage: guarded(requireViewer, async ({ id }: { readonly id: string }, context: PagesContext, viewer) =>
    shownPage(await claimPage(context.commands, id, callerOf(context, viewer)), viewer),
  ),

  createPageWithId: guarded(
    requireAdministrator,
    async ({ input }: { readonly input: CreatePageWithIdInput }, context: PagesContext, viewer) => {
      const displayName = parseDisplayName(input.displayName);
      const page = { ...EMPTY_CARD, state: input.state, ownerId: ownerIdIn(input.ownerId), displayName };
      return shownPage(
        await createPageWithId(context.commands, cleanLine(input.id), page, callerOf(context, viewer)),
        viewer,
      );
    },
  ),

  createPages: guarded(
    requireAdministrator,
    ({ input }: { readonly input: CreatePagesInput }, context: PagesContext, viewer) => {
      const prefixNote = parseField('prefixNote', prefixNoteInput, input.prefixNote);
      const { quantity, state, ownerId } = input;
      return createPages(
        context.commands,
        { quantity, prefixNote, state: state ?? 'UNCLAIMED', ownerId: ownerIdIn(ownerId) },
        callerOf(context, viewer),
      );
    },
  ),

  administerPage: guarded(
    requireAdministrator,
    async ({ id, input, expectedVersion }: AdministerPageArguments, context: PagesContext, viewer) => {
      const newId = input.newId && cleanLine(input.newId);
      const changes = {
        ...(newId ? { publicId: newId } : {}),
        ...(input.state ? { state: input.state } : {}),
        ...(input.displayName === undefined ? {} : { displayName: parseDisplayName(input.displayName) }),
        ...(input.ownerId === undefined ? {} : { ownerId: ownerIdIn(input.ownerId) }),
      };
      const caller = callerOf(context, viewer);
      return shownPage(
        await administerPage(context.commands, id, changes, expectedVersion ?? undefined, caller),
        viewer,
      );
    },
  ),

  uploadPageImage: guarded(
    requireViewer,
    async ({ image }: { readonly image: string }, { commands }: PagesContext, viewer) => {
      // The gateway has stored the file already; a path that a client writes here can only name the client's own
      // picture.
      await requireUploaded(commands, image, actorOf(viewer));
      return { imageUrl: image };
    },
  ),

  deletePage: guarded(requireAdministrator, async ({ id }: { readonly id: string }, context: PagesContext, viewer) => {
    await deletePage(context.commands, id, callerOf(context, viewer));
    return { id };
  }),
};

function ownerIdIn(given: string | null | undefined): string | null {
  return cleanLine(given ?? '') || null;
}

/** Access errors take precedence over validation errors, so that strangers cannot probe for pages. */
async function readPageInput({ commands }: PagesContext, id: string, input: PageInput, viewer: Viewer) {
  try {
    return parsePageInput(input);
  } catch (error) {
    const uid = await commands.ids.find(id);
    const present = uid === undefined ? undefined : await loadPage(commands, uid);
    if (present === undefined || !maySee(actorOf(viewer), present.page)) throw new DomainError('PAGE_NOT_FOUND');
    throw error;
  }
}
