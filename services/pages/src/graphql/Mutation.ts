import { requireAdministrator, requireViewer } from '@volant/infra/auth/guards';
import type { TypeResolvers } from '@volant/infra/graphql/subgraph';
import { administerPage } from '../commands/administer-page.ts';
import { claimPage } from '../commands/claim-page.ts';
import { createOwnPage } from '../commands/create-own-page.ts';
import { createPages, createPageWithId, EMPTY_CARD } from '../commands/create-pages.ts';
import { deletePage } from '../commands/delete-page.ts';
import { updatePage } from '../commands/update-page.ts';
import { requireUploaded } from '../commands/upload-image.ts';
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
  async createPage(_: unknown, { input }: { readonly input: PageInput }, context: PagesContext) {
    const caller = callerOf(context, requireViewer(context));
    const given = parsePageInput(input);
    return shownPage(await createOwnPage(context.commands, given, caller));
  },

  async updatePage(_: unknown, { id, input, expectedVersion }: UpdatePageArguments, context: PagesContext) {
    const caller = callerOf(context, requireViewer(context));
    return shownPage(
      await updatePage(context.commands, id, parsePageInput(input), expectedVersion ?? undefined, caller),
    );
  },

  async claimPage(_: unknown, { id }: { readonly id: string }, context: PagesContext) {
    return shownPage(await claimPage(context.commands, id, callerOf(context, requireViewer(context))));
  },

  async createPageWithId(_: unknown, { input }: { readonly input: CreatePageWithIdInput }, context: PagesContext) {
    const caller = callerOf(context, requireAdministrator(context));
    const displayName = parseDisplayName(input.displayName);
    const page = { ...EMPTY_CARD, state: input.state, ownerId: input.ownerId || null, displayName };
    return shownPage(await createPageWithId(context.commands, input.id.trim(), page, caller));
  },

  createPages(_: unknown, { input }: { readonly input: CreatePagesInput }, context: PagesContext) {
    const caller = callerOf(context, requireAdministrator(context));
    const prefixNote = parseField('prefixNote', prefixNoteInput, input.prefixNote);
    const { quantity, state, ownerId } = input;
    return createPages(
      context.commands,
      { quantity, prefixNote, state: state ?? 'UNCLAIMED', ownerId: ownerId || null },
      caller,
    );
  },

  async administerPage(_: unknown, { id, input, expectedVersion }: AdministerPageArguments, context: PagesContext) {
    const caller = callerOf(context, requireAdministrator(context));
    const newId = input.newId?.trim();
    const changes = {
      ...(newId ? { publicId: newId } : {}),
      ...(input.state ? { state: input.state } : {}),
      ...(input.displayName === undefined ? {} : { displayName: parseDisplayName(input.displayName) }),
      ...(input.ownerId === undefined ? {} : { ownerId: input.ownerId || null }),
    };
    return shownPage(await administerPage(context.commands, id, changes, expectedVersion ?? undefined, caller));
  },

  async uploadPageImage(_: unknown, { image }: { readonly image: string }, context: PagesContext) {
    // The gateway has had the file stored; a path that somebody merely writes here names their own picture or none.
    await requireUploaded(context.commands, image, actorOf(requireViewer(context)));
    return { imageUrl: image };
  },

  async deletePage(_: unknown, { id }: { readonly id: string }, context: PagesContext) {
    await deletePage(context.commands, id, callerOf(context, requireAdministrator(context)));
    return { id };
  },
};
