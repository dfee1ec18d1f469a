import { useMemo, useRef } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { DropPicture } from "../../../../../shared/ui/DropPicture.tsx";
import { FileDrafts } from "../../../../../shared/ui/FileDrafts.tsx";
import { useFileDrop } from "../../../../../shared/ui/useFileDrop.ts";
import { attachFiles, removeFile, retryFile } from "../../../../state/conversations/files/attachments.ts";
import type { ComposedFiles } from "../../../../state/conversations/files/composedFiles.ts";

/** The files of a composer, with what is dropped on the page. */
export function ChosenFiles({ files }: { files: ComposedFiles }): ReactNode {
  const { drafts } = useSnapshot(files.shown);
  const place = useRef<HTMLSpanElement>(null);
  const drop = useMemo(
    () => ({
      canTake: () => isOnTop(place.current),
      onDrop: (dropped: File[]) => attachFiles(files, dropped),
    }),
    [files],
  );
  const isOver = useFileDrop(drop);
  return (
    <>
      <span ref={place} hidden />
      {drafts.length > 0 && (
        <FileDrafts
          drafts={drafts}
          onRetry={(id) => retryFile(files, id)}
          onRemove={(id) => removeFile(files, id)}
        />
      )}
      {isOver && <DropPicture />}
    </>
  );
}

/** Files that are dropped while a dialog is open are the dialog's. */
function isOnTop(element: Element | null): boolean {
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  return !dialog || dialog.contains(element);
}
