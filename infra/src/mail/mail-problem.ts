/** Why a message was not taken, for logs and people. Omits the text of the error: mail servers repeat the address in it. */
export function mailProblemOf(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error };
  const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown };
  return { name: error.name, code, responseCode };
}
