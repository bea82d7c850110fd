/*
 * Finds content that is lost with large text or on a narrow screen. Runs in the page, so the function contains all its
 * helpers.
 */

/** Parts of the page that are cut off, overflow their control, overlap, or make the page scroll sideways. */
export function illegibleParts(): readonly string[] {
  const SLACK = 2;
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [role="tab"], [role="option"]';
  const found = new Set<string>();
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}${element.classList.length > 0 ? `.${[...element.classList].join('.')}` : ''}`;
  /** Clipped to a point, for screen readers only. */
  const unseen = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).clipPath !== 'none' || unseen(element.parentElement));
  const shown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest('[aria-hidden="true"], [inert], .skip-link, svg, option, script') === null &&
    !unseen(element);
  /** How a box clips its content; without a box of its own it does not. */
  const clipping = (box: Element) => {
    const { display, overflowX, overflowY } = getComputedStyle(box);
    return display === 'contents' ? { overflowX: 'visible', overflowY: 'visible' } : { overflowX, overflowY };
  };
  /** The part of a box that its container shows. */
  const shownPart = (element: Element, rect: DOMRect): DOMRect => {
    let { left, top, right, bottom } = rect;
    for (let box: Element | null = element; box !== null && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY } = clipping(box);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const edge = box.getBoundingClientRect();
      [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
  };
  /** Overlays, and elements that stay fixed while scrolling. */
  const floats = (element: Element | null): boolean =>
    element !== null &&
    (['fixed', 'sticky'].includes(getComputedStyle(element).position) || floats(element.parentElement));

  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > root.clientWidth + 1,
    );
    found.add(
      `scrolls sideways by ${root.scrollWidth - root.clientWidth} px: ${wide.slice(-2).map(nameOf).join(', ')}`,
    );
  }

  interface Piece {
    readonly element: Element;
    readonly text: string;
    readonly rect: DOMRect;
  }
  const pieces: Piece[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (element === null || text === '' || !shown(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) if (rect.width > 1) pieces.push({ element, text, rect });
  }
  const sayOf = ({ element, text }: Piece) => `${nameOf(element)} “${text.slice(0, 30)}”`;

  const shortened = (element: Element) => {
    const { textOverflow, webkitLineClamp } = getComputedStyle(element);
    return textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
  };
  for (const piece of pieces) {
    const { element, rect } = piece;
    const control = element.closest(CONTROLS);
    if (control !== null && getComputedStyle(control).display !== 'inline') {
      const box = control.getBoundingClientRect();
      const out = Math.max(box.left - rect.left, rect.right - box.right, box.top - rect.top, rect.bottom - box.bottom);
      if (out > SLACK && !shortened(element)) found.add(`spills out of its control: ${sayOf(piece)}`);
    }
    for (let box: Element | null = element; box !== null && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY } = clipping(box);
      if (shortened(box)) break;
      if (overflowX === 'auto' || overflowX === 'scroll' || overflowY === 'auto' || overflowY === 'scroll') break;
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const edge = box.getBoundingClientRect();
      const cutX = Math.max(edge.left - rect.left, rect.right - edge.right);
      const cutY = Math.max(edge.top - rect.top, rect.bottom - edge.bottom);
      if (cutX > SLACK || cutY > rect.height / 4) found.add(`cut by ${nameOf(box)}: ${sayOf(piece)}`);
    }
  }

  const meet = (a: DOMRect, b: DOMRect, share: number) => {
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return width > SLACK * 2 && height > Math.max(SLACK, share * Math.min(a.height, b.height));
  };
  const still = pieces
    .filter(({ element }) => !floats(element))
    .map((piece) => ({ ...piece, rect: shownPart(piece.element, piece.rect) }))
    .sort((a, b) => a.rect.top - b.rect.top);
  for (const [index, a] of still.entries()) {
    for (let next = index + 1; next < still.length; next += 1) {
      const b = still[next];
      if (b === undefined || b.rect.top > a.rect.bottom) break;
      // Lines of one text may touch.
      if (a.element !== b.element && meet(a.rect, b.rect, 0.35)) found.add(`overlap: ${sayOf(a)}, ${sayOf(b)}`);
    }
  }

  const controls = [...document.querySelectorAll(CONTROLS)]
    // Links within a text belong to the text.
    .filter((element) => shown(element) && !floats(element) && getComputedStyle(element).display !== 'inline')
    .map((element) => ({ element, rect: shownPart(element, element.getBoundingClientRect()) }))
    .filter(({ rect }) => rect.width > 1 && rect.height > 1)
    .sort((a, b) => a.rect.top - b.rect.top);
  for (const [index, a] of controls.entries()) {
    for (let next = index + 1; next < controls.length; next += 1) {
      const b = controls[next];
      if (b === undefined || b.rect.top > a.rect.bottom) break;
      if (a.element.contains(b.element) || b.element.contains(a.element)) continue;
      // A button may be inside its field, for example to clear a search.
      if (
        a.element.parentElement === b.element.parentElement &&
        [a, b].some(({ element }) => element.matches('input'))
      ) {
        continue;
      }
      if (meet(a.rect, b.rect, 0)) found.add(`overlap: ${nameOf(a.element)}, ${nameOf(b.element)}`);
    }
  }
  return [...found];
}
