/** Hands a text or a picture to the browser as a file to keep. */
export function saveFile(name: string, content: string | Blob, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Not immediately: the browser begins to read it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
