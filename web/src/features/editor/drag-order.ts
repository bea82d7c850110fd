/** Position of an item in the list. */
export interface Box {
  readonly top: number;
  readonly height: number;
}

/** Target index of a dragged item: the number of other items above its middle. */
export function placeOf(boxes: readonly Box[], dragged: number, by: number): number {
  const middle = (box: Box) => box.top + box.height / 2;
  const own = boxes[dragged];
  if (own === undefined) return dragged;
  return boxes.filter((box, index) => index !== dragged && middle(box) < middle(own) + by).length;
}

/** Offset by which an item moves aside for the dragged one. */
export function shiftOf(boxes: readonly Box[], dragged: number, place: number, index: number): number {
  const [first, second] = boxes;
  const gap = first === undefined || second === undefined ? 0 : second.top - first.top - first.height;
  const room = (boxes[dragged]?.height ?? 0) + gap;
  if (index > dragged && index <= place) return -room;
  return index < dragged && index >= place ? room : 0;
}
