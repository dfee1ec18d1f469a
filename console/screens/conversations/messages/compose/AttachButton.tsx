import { useRef } from "react";
import type { ReactNode } from "react";
import { Paperclip } from "lucide-react";
import { attachmentTypes, audioTypes } from "../../../../../shared/domain/attachments.ts";
import { IconButton } from "../../../../../shared/ui/IconButton.tsx";
import { widgetWords } from "../../../../../shared/words/widget.ts";
import { attachFiles } from "../../../../state/conversations/files/attachments.ts";
import type { ComposedFiles } from "../../../../state/conversations/files/composedFiles.ts";

/** Chooses files to go along. */
export function AttachButton({ files }: { files: ComposedFiles }): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={widgetWords.attach} size="small" onClick={() => input.current?.click()}>
        <Paperclip size={18} aria-hidden />
      </IconButton>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        // Many systems know no type for these endings, and would gray such files out.
        accept={[...attachmentTypes, ...audioTypes, ".md", ".csv"].join()}
        onChange={({ currentTarget }) => {
          attachFiles(files, [...(currentTarget.files ?? [])]);
          // The same file may be chosen once more after it was removed.
          currentTarget.value = "";
        }}
      />
    </>
  );
}
