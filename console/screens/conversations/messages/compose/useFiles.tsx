import type { ClipboardEvent, ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { ComposedFiles } from "../../../../state/conversations/files/composedFiles.ts";
import { AttachButton } from "./AttachButton.tsx";
import { ChosenFiles } from "./ChosenFiles.tsx";

export interface FilesField {
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
  return {
    button: <AttachButton files={files} />,
    list: <ChosenFiles files={files} />,
    onPaste(event) {
      const pasted = [...event.clipboardData.files];
      if (pasted.length === 0) return;
      event.preventDefault();
      void import("../../../../state/conversations/files/attachments.ts").then(({ attachFiles }) =>
        attachFiles(files, pasted),
      );
    },
    isHeld: drafts.some(({ delivery }) => delivery !== "ready"),
    hasReady: drafts.some(({ delivery }) => delivery === "ready"),
  };
}
