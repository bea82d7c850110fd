import { vi } from 'vitest';

export interface Download {
  readonly name: string;
  readonly file: Blob;
}

/** Fakes the browser's downloads. Returns the live list of saved files. */
export function fakeDownloads(): readonly Download[] {
  const files = new Map<string, Blob>();
  const downloads: Download[] = [];
  // jsdom lacks both functions.
  Object.assign(URL, {
    createObjectURL(file: Blob) {
      const address = `blob:${files.size + 1}`;
      files.set(address, file);
      return address;
    },
    revokeObjectURL: () => undefined,
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const file = files.get(this.href);
    if (file !== undefined) downloads.push({ name: this.download, file });
  });
  return downloads;
}
