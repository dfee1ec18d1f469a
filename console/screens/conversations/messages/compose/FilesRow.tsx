import type { ReactNode } from "react";
import { css } from "../../../../../shared/ui/style/css.ts";
import type { FilesField } from "./useFiles.tsx";

/** Files within a dialog: what chooses them, a word beside it, and those that were chosen. */
export function FilesRow({ files, hint }: { files: FilesField; hint: string }): ReactNode {
  return (
    <div className={row}>
      {files.button}
      <span>{hint}</span>
      {files.list}
    </div>
  );
}

const row = css`
  position: relative;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px;
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
  & > button {
    margin-inline-start: -11px;
  }
`;
