/** Whether the browser alone knows best what a press does: another site, another tab, a place on this page. */
export function leadsElsewhere(control: HTMLElement, press: MouseEvent): boolean {
  if (!(control instanceof HTMLAnchorElement)) return false;
  if (press.button !== 0 || press.metaKey || press.ctrlKey || press.shiftKey || press.altKey) return true;
  const here = new URL(location.href);
  const { origin, pathname, hash } = new URL(control.href);
  return control.target === '_blank' || origin !== here.origin || (pathname === here.pathname && hash !== '');
}
