import { profileShape } from '@volant/proto/profile/profile';

/**
 * Shapes of what is kept of pages, which tests compare with what is made of every event: snapshots of two folds, and
 * the documents of the view. A view with another shape needs another name.
 */
export const PAGE_SHAPES = {
  page: `n0DNXK68ThIk ${profileShape()}`,
  published: `m2_x0pIBudpp ${profileShape()}`,
  view: `7T6_WTSMYM5V ${profileShape()}`,
};
