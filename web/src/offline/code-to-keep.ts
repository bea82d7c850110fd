/** What draws the codes of the driver's pages. The application declares it, because it is another feature's code. */
export const codeToKeep: { load?: () => Promise<unknown> } = {};
