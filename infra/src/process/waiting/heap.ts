/** A binary heap: adding an element and taking the first one cost the logarithm of their number. */
export function createHeap<T>(isBefore: (one: T, other: T) => boolean) {
  const elements: T[] = [];
  const at = (index: number) => elements[index] as T;

  function swap(one: number, other: number): void {
    [elements[one], elements[other]] = [at(other), at(one)];
  }

  return {
    first: (): T | undefined => elements[0],

    add(element: T): void {
      let place = elements.push(element) - 1;
      for (let parent = (place - 1) >> 1; place > 0 && isBefore(element, at(parent)); parent = (place - 1) >> 1) {
        swap(place, parent);
        place = parent;
      }
    },

    take(): T | undefined {
      const first = elements[0];
      const last = elements.pop();
      if (last === undefined || elements.length === 0) return first;
      elements[0] = last;
      for (let place = 0; ; ) {
        const left = 2 * place + 1;
        if (left >= elements.length) return first;
        const right = left + 1;
        const child = right < elements.length && isBefore(at(right), at(left)) ? right : left;
        if (!isBefore(at(child), last)) return first;
        swap(place, child);
        place = child;
      }
    },
  };
}
