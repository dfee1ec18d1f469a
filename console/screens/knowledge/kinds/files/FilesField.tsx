import { useEffect, useEffectEvent, useId, useState } from "react";
import type { DragEvent, ReactNode } from "react";
import { UploadCloud } from "lucide-react";
import { fileEndings } from "../../../../../shared/domain/fileKinds.ts";
import { css, cx } from "../../../../../shared/ui/style/css.ts";
import { useKeptFocus } from "../../../../parts/useKeptFocus.ts";
import { FileRow } from "./FileRow.tsx";
import { useUploads } from "./useUploads.ts";

interface FilesFieldProps {
  orgId: string;
  there: readonly { id: string; name: string; sizeBytes: number }[];
  onChange: (fileIds: string[]) => void;
  onUploading: (isUploading: boolean) => void;
  error?: string;
  autoFocus?: boolean;
}

/** Files by drag and drop or by the picker, each with its progress or with what is wrong with it. */
export function FilesField(props: FilesFieldProps): ReactNode {
  const { orgId, there, onChange, onUploading, error, autoFocus } = props;
  const { rows, add, remove, retry } = useUploads(orgId, there);
  const [isOver, setIsOver] = useState(false);
  const inputId = useId();
  const kept = useKeptFocus<HTMLDivElement>();
  const fileIds = rows.flatMap(({ fileId }) => fileId ?? []).join(" ");
  const isUploading = rows.some(({ status }) => status === "waiting" || status === "sending");
  const tellFiles = useEffectEvent(onChange);
  const tellUploading = useEffectEvent(onUploading);

  useEffect(() => void tellFiles(fileIds.split(" ").filter(Boolean)), [fileIds]);
  useEffect(() => {
    tellUploading(isUploading);
    return () => tellUploading(false);
  }, [isUploading]);

  const handleDrag = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(event.type !== "dragleave");
  };
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    add(event.dataTransfer.files);
  };
  return (
    <div {...kept} className={frame}>
      <div
        className={cx(zone, isOver && over)}
        onDragOver={handleDrag}
        onDragLeave={handleDrag}
        onDrop={handleDrop}
      >
        <UploadCloud size={22} aria-hidden />
        <p>
          <label htmlFor={inputId}>Choose files</label> or drop them here
        </p>
        <small>PDF, Word, Excel, PowerPoint, CSV, TXT, Markdown, HTML or JSON, up to 21 MB each</small>
        <input
          id={inputId}
          type="file"
          autoFocus={autoFocus}
          multiple
          accept={fileEndings.map((ending) => `.${ending}`).join(",")}
          onChange={(event) => {
            add(event.currentTarget.files ?? []);
            // The same file may be chosen again after it was removed.
            event.currentTarget.value = "";
          }}
        />
      </div>
      {error && (
        <p className={wrong} role="alert">
          {error}
        </p>
      )}
      {rows.length > 0 && (
        <ul className={list} aria-label="Files">
          {rows.map((row) => (
            <FileRow
              key={row.key}
              row={row}
              onRemove={() => remove(row.key)}
              onRetry={() => retry(row.key)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 12px;
  min-width: 0;
`;
const zone = css`
  position: relative;
  display: grid;
  justify-items: center;
  gap: 4px;
  padding: 24px 16px;
  border: 1.5px dashed var(--ph-line-strong);
  border-radius: var(--ph-radius);
  text-align: center;
  & > svg {
    margin-bottom: 4px;
    color: var(--ph-text-3);
  }
  & label {
    font-weight: 600;
    color: var(--ph-accent-text);
    text-decoration: underline;
    text-underline-offset: 2px;
  }
  & small {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & > input {
    position: absolute;
    inset: 0;
    opacity: 0;
    cursor: pointer;
  }
  &:has(:focus-visible) {
    outline: 2px solid var(--ph-focus);
    outline-offset: 2px;
  }
  &:hover {
    border-color: var(--ph-accent-text);
  }
`;
const over = css`
  border-color: var(--ph-accent-text);
  background: var(--ph-accent-soft);
`;
const wrong = css`
  font-size: var(--ph-text-s);
  color: var(--ph-danger-text);
`;
const list = css`
  display: grid;
  gap: 4px;
  max-height: 260px;
  margin: 0;
  padding: 0;
  overflow-y: auto;
  list-style: none;
`;
