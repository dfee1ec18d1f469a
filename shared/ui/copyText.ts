/** Copies text; says whether it worked. Pages without a secure context have no clipboard, so the old way follows. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement("textarea");
  const before = document.activeElement;
  area.value = text;
  area.readOnly = true;
  area.style.position = "fixed";
  area.style.opacity = "0";
  (before?.closest("dialog") ?? document.body).append(area);
  area.select();
  const hasCopied = document.execCommand?.("copy") ?? false;
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return hasCopied;
}
