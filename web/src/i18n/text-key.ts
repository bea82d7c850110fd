import type { ParseKeys } from 'i18next';

/** Key of a text in the dictionaries. */
export type TextKey = ParseKeys;
