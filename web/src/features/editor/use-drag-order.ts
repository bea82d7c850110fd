import { type CSSProperties, type PointerEvent, useRef, useState } from 'react';

/** Position of an item in the list. */
interface Box {
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

interface Drag {
  readonly index: number;
  readonly pointer: number;
  /** Start of the drag in page coordinates, because the page may scroll meanwhile. */
  readonly from: number;
  readonly by: number;
  readonly boxes: readonly Box[];
}

const onPage = (event: PointerEvent) => event.clientY + window.scrollY;

/** Reorders a list by drag handles, with mouse, pen or finger. The order changes on release. */
export function useDragOrder(onMove: (from: number, to: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<Drag>();
  const place = drag && placeOf(drag.boxes, drag.index, drag.by);

  const handleOf = (index: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || list.current === null) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      const boxes = [...list.current.children].map((item) => {
        const { top, height } = item.getBoundingClientRect();
        return { top: top + window.scrollY, height };
      });
      setDrag({ index, pointer: event.pointerId, from: onPage(event), by: 0, boxes });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (drag?.pointer === event.pointerId) setDrag({ ...drag, by: onPage(event) - drag.from });
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (drag?.pointer !== event.pointerId) return;
      setDrag(undefined);
      if (place !== undefined && place !== drag.index) onMove(drag.index, place);
    },
    onPointerCancel: () => setDrag(undefined),
  });

  const styleOf = (index: number): CSSProperties | undefined => {
    if (drag === undefined || place === undefined) return undefined;
    const shift = index === drag.index ? drag.by : shiftOf(drag.boxes, drag.index, place, index);
    return { transform: `translateY(${shift}px)` };
  };

  return { list, handleOf, styleOf, dragged: drag?.index };
}
