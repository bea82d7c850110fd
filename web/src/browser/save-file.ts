/** How long a browser may take to read what it is to save. */
const KEPT_MS = 60_000;

/** Gives the reader a file to save, as a link with `download` would. */
export function saveFile(name: string, bytes: Blob): void {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
