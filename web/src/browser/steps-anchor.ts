/** Anchor of the editor's address that asks for the steps a page still lacks. */
export const STEPS_ANCHOR = 'steps';
