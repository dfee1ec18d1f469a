import { useState } from "react";
import type { ReactNode } from "react";
import { ClipboardPaste } from "lucide-react";
import { Button } from "../../../../shared/ui/Button.tsx";
import { readClipboard } from "../../../parts/readClipboard.ts";

/** Reads the clipboard into a field; says how else where the browser refuses. */
export function PasteButton({ onPaste }: { onPaste: (text: string) => void }): ReactNode {
  const [isRefused, setIsRefused] = useState(false);
  const handleClick = async () => {
    const text = await readClipboard();
    setIsRefused(text === null);
    if (text) onPaste(text);
  };
  return (
    <>
      <Button icon={<ClipboardPaste size={16} aria-hidden />} onClick={handleClick}>
        Paste
      </Button>
      <small role="status">{isRefused && "The browser blocks the clipboard. Paste with Ctrl+V."}</small>
    </>
  );
}
