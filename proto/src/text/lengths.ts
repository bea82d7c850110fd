/** Bounds that services enforce, and the API and the client tell before. Texts are in characters. */
/** In code units: enough for a card's URL with the parameters that a card reader or a newsletter adds. */
export const LONGEST_REFERENCE = 500;
/** Of the name of an item on a page. */
export const LONGEST_ITEM_NAME = 200;
/** The same in code units: letters beyond the basic plane, such as bold ones and emoji, have two. */
export const LONGEST_ITEM_NAME_UNITS = 2 * LONGEST_ITEM_NAME;
export const LONGEST_REASON = 500;
/** Of a search; longer than anything people type. */
export const LONGEST_SEARCH = 200;
/** Of an API token or a webhook. */
export const LONGEST_LABEL = 80;
export const LONGEST_WEBHOOK_URL = 500;
export const LONGEST_PASSKEY_NAME = 50;
/** Of the sender of a message, or of a canned reply. */
export const LONGEST_NAME = 100;
export const LONGEST_SUBJECT = 200;
export const SHORTEST_MESSAGE = 10;
export const LONGEST_MESSAGE = 10_000;
/** In one language, as the next. */
export const LONGEST_CANNED_TEXT = 5_000;
export const LONGEST_ANNOUNCEMENT = 280;

/** Bounds of the lists of one call. */
export const MOST_PAGES_CREATED = 1_000;
export const MOST_PAGES_CHANGED = 500;
/** As many as a batch has cards. */
export const MOST_CARDS_MARKED = 1_000;

export const MOST_PICTURE_BYTES = 5 * 1024 * 1024;
