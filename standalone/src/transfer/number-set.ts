/** A set of small integers, with one bit for each. */
export class NumberSet {
  #bits = new Uint8Array(1024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(number: number): boolean {
    return ((this.#bits[number >>> 3] ?? 0) & (1 << (number & 7))) !== 0;
  }

  add(number: number): void {
    if (this.has(number)) return;
    const index = number >>> 3;
    if (index >= this.#bits.length) {
      const grown = new Uint8Array(Math.max(index + 1, this.#bits.length * 2));
      grown.set(this.#bits);
      this.#bits = grown;
    }
    this.#bits[index] = (this.#bits[index] ?? 0) | (1 << (number & 7));
    this.#size += 1;
  }
}
