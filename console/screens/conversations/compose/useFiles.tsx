import { useMemo, useRef } from "react";
import type { ClipboardEvent, ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Paperclip } from "lucide-react";
import { attachmentTypes } from "../../../../shared/domain/attachments.ts";
import { DropPicture } from "../../../../shared/ui/DropPicture.tsx";
import { FileDrafts } from "../../../../shared/ui/FileDrafts.tsx";
import { IconButton } from "../../../../shared/ui/IconButton.tsx";
import { useFileDrop } from "../../../../shared/ui/useFileDrop.ts";
import { widgetWords } from "../../../../shared/words/widget.ts";
import type { ComposedFiles } from "../../../state/attachments.ts";

interface FilesField {
  /** Chooses files. */
  button: ReactNode;
  /** What was chosen, each file with how far it is; lies over a positioned frame while files are held above the page. */
  list: ReactNode;
  onPaste: (event: ClipboardEvent) => void;
  /** One that did not come goes along only once it is tried again or removed: nobody sends less than they see. */
  isHeld: boolean;
  hasReady: boolean;
}

/** Files that go along with what is written, by button, paste and drop. */
export function useFiles(files: ComposedFiles): FilesField {
  const { drafts } = useSnapshot(files.shown);
  const input = useRef<HTMLInputElement>(null);
  const drop = useMemo(() => ({ canTake: () => isOnTop(input.current), onDrop: files.attach }), [files]);
  const isOver = useFileDrop(drop);
  return {
    button: (
      <>
        <IconButton label={widgetWords.attach} size="small" onClick={() => input.current?.click()}>
          <Paperclip size={18} aria-hidden />
        </IconButton>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          // Many systems know no type for these endings, and would grey such files out.
          accept={[...attachmentTypes, ".md", ".csv"].join()}
          onChange={({ currentTarget }) => {
            files.attach([...(currentTarget.files ?? [])]);
            // The same file may be chosen once more after it was removed.
            currentTarget.value = "";
          }}
        />
      </>
    ),
    list: (
      <>
        {drafts.length > 0 && <FileDrafts drafts={drafts} onRetry={files.retry} onRemove={files.remove} />}
        {isOver && <DropPicture />}
      </>
    ),
    onPaste(event) {
      const pasted = [...event.clipboardData.files];
      if (pasted.length === 0) return;
      event.preventDefault();
      files.attach(pasted);
    },
    isHeld: drafts.some(({ delivery }) => delivery !== "ready"),
    hasReady: drafts.some(({ delivery }) => delivery === "ready"),
  };
}

/** Files that are dropped while a dialog is open are the dialog's. */
function isOnTop(element: Element | null): boolean {
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  return !dialog || dialog.contains(element);
}
