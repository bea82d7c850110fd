import { requireViewer } from '@volant/infra/auth/guards';
import { IMAGE_ERRORS } from '@volant/infra/images/image-errors';
import { removeImage, UNUSED_IMAGE_LIFETIME_MS } from '../page/commands/pictures.ts';
import { whenViewsAreCurrent } from '../page/jobs.ts';
import type { PagesFeature } from '../page/pages-feature.ts';
import { sent } from '../page/sent.ts';
import type { MutationResolvers } from '../schema.generated.ts';
import { requireUploaded } from './upload-image.ts';

const Mutation = {
  uploadPageImage: sent(requireViewer, async (ports, { image }, { actor }) => {
    // The gateway has stored the file already; a path that a client writes here can only name the client's own
    // picture.
    await requireUploaded(ports, image, actor);
    return { imageUrl: image };
  }),
} satisfies MutationResolvers;

export const images = {
  resolvers: { Mutation },
  errors: IMAGE_ERRORS,
  jobs: (ports) => [
    whenViewsAreCurrent(ports, 'images', async (meta) => {
      const { queries, clock } = ports;
      const old = await queries.imagesOlderThan(new Date(clock().getTime() - UNUSED_IMAGE_LIFETIME_MS));
      const unused = await queries.unusedBut(old, undefined);
      for (const path of unused) await removeImage(ports, path, meta);
      return unused.length;
    }),
  ],
} satisfies PagesFeature;
