/**
 * Shapes of what is kept of pages, which tests compare with what is made of every event: snapshots of two folds, and
 * the documents of the view. A view with another shape needs another name.
 */
export const PAGE_SHAPES = { page: 'zF8UKjMS5ONk', published: 'lH1DrWLqMZ5j', view: 'TnIh0cAFu-du' } as const;
