import { Suspense } from "react";
import type { ClipboardEvent, ReactNode } from "react";
import { useSnapshot } from "valtio";
import { css } from "../../../../../shared/ui/style/css.ts";
import { lazy } from "../../../../parts/lazy.ts";
import type { ComposedFiles } from "../../../../state/conversations/files/composedFiles.ts";

/** Nobody waits for them to write. */
const AttachButton = lazy(() => import("./AttachButton.tsx"));
const ChosenFiles = lazy(() => import("./ChosenFiles.tsx"));

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
    button: (
      <Suspense fallback={<span className={place} />}>
        <AttachButton files={files} />
      </Suspense>
    ),
    list: (
      <Suspense fallback={null}>
        <ChosenFiles files={files} />
      </Suspense>
    ),
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

const place = css`
  display: inline-block;
  width: 40px;
`;
