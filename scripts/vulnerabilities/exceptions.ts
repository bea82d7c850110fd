/** Known vulnerabilities that do not touch Volant, by the id of their advisory, and why. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {};
