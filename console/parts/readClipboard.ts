/** Gives the clipboard's text; null where the browser doesn't let anybody read it. */
export async function readClipboard(): Promise<string | null> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return null;
  }
}
