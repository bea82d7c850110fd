/** State of a navigation to the landing page that scrolls to its products. */
export const SHOW_PRODUCTS = { showProducts: true } as const;

export function wantsProducts(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'showProducts' in state;
}
