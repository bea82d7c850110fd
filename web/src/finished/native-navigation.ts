/** Whether to leave a click to the browser: another site, another tab, or an anchor on this page. */
export function isNativeNavigation(control: HTMLElement, press: MouseEvent): boolean {
  if (!(control instanceof HTMLAnchorElement)) return false;
  if (press.button !== 0 || press.metaKey || press.ctrlKey || press.shiftKey || press.altKey) return true;
  const here = new URL(location.href);
  const { origin, pathname, hash } = new URL(control.href);
  return control.target === '_blank' || origin !== here.origin || (pathname === here.pathname && hash !== '');
}
