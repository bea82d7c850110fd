export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Safari reads the file only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
