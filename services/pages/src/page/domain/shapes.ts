import { profileShape } from '@volant/proto/profile/profile';

/**
 * Shapes of stored pages, which tests compare with what is made of every event: snapshots of two folds, and
 * the documents of the view. A view with another shape needs another name.
 */
export const PAGE_SHAPES = {
  page: `mc3decm5X-EG ${profileShape()}`,
  published: `an3j8tPHLg6E ${profileShape()}`,
  view: `j1G8beIBNyDL ${profileShape()}`,
};
