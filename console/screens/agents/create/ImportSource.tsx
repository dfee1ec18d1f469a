import { useId, useState } from "react";
import type { DragEvent, FormEvent, ReactNode } from "react";
import { FileUp } from "lucide-react";
import type { PortableFile } from "../../../../shared/contract/agents/portable.ts";
import type { ImportSummary } from "../../../../shared/contract/agents/templates.ts";
import { maxPortableBytes, readPortable } from "../../../../shared/domain/portable.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { Card } from "../../../parts/Card.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { readImport, sendImport } from "../../../state/agents/templates.ts";

interface ImportSourceProps {
  orgId: string;
  onRead: (summary: ImportSummary) => void;
}

/** What is wrong in a file is shown up to here. */
const mostWrong = 5;

/** Where an agent comes from: its file, by picker or drop, or the id of an export that this server keeps. */
export function ImportSource({ orgId, onRead }: ImportSourceProps): ReactNode {
  const [problem, setProblem] = useState<string | null>(null);
  const [exportId, setExportId] = useState("");
  const [isOver, setIsOver] = useState(false);
  const inputId = useId();
  const sending = useAction(async (file: unknown) => {
    // The server checks it against the contract; here it was only read.
    onRead(await sendImport(orgId, file as PortableFile));
  });
  const reading = useAction(async () => onRead(await readImport(orgId, exportId.trim())));

  async function take(files: FileList | null): Promise<void> {
    const [chosen] = files ?? [];
    if (!chosen) return;
    sending.clear();
    reading.clear();
    // A file of a gigabyte is not even opened.
    const read =
      chosen.size > maxPortableBytes
        ? { problem: "This file is too large to be an agent’s file." }
        : readPortable(await chosen.text());
    setProblem("problem" in read ? read.problem : null);
    if ("file" in read) await sending.run(read.file);
  }
  const handleDrag = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(event.type !== "dragleave");
  };
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void take(event.dataTransfer.files);
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    sending.clear();
    void reading.run();
  };
  const error = sending.error ?? reading.error;
  return (
    <Card>
      <div
        className={zone}
        data-over={isOver || undefined}
        onDragOver={handleDrag}
        onDragLeave={handleDrag}
        onDrop={handleDrop}
      >
        <FileUp size={24} strokeWidth={1.8} aria-hidden />
        <p>
          <label htmlFor={inputId}>Choose an agent’s file</label> or drop it here
        </p>
        <small>Nothing in it is run or contacted. It contains no keys.</small>
        <input
          id={inputId}
          type="file"
          accept=".json,application/json"
          onChange={(event) => {
            void take(event.currentTarget.files);
            // The same file again is a choice too.
            event.currentTarget.value = "";
          }}
        />
      </div>
      {problem && (
        <p role="alert" className={bad}>
          {problem}
        </p>
      )}
      {error && <ErrorNotice title="This can’t be imported." error={error} />}
      {error && error.fields.length > 0 && (
        <ul className={bad} aria-label="Problems in the file">
          {error.fields.slice(0, mostWrong).map(({ path, message }) => (
            <li key={path}>
              <code>{path.replace("body.data.file.", "")}</code>: {message}
            </li>
          ))}
        </ul>
      )}
      <form className={row} onSubmit={handleSubmit} noValidate aria-label="Import by id">
        <TextField
          label="Or the id of an export"
          hint="It is in the file and on the export screen."
          maxLength={64}
          autoComplete="off"
          value={exportId}
          onChange={setExportId}
        />
        <Button type="submit" isBusy={reading.isBusy || sending.isBusy} disabled={exportId.trim() === ""}>
          Review
        </Button>
      </form>
    </Card>
  );
}

const zone = css`
  position: relative;
  display: grid;
  justify-items: center;
  gap: 6px;
  padding: 36px 16px;
  border: 1.5px dashed var(--ph-line-strong);
  border-radius: var(--ph-radius);
  text-align: center;
  color: var(--ph-text-2);
  & > svg {
    color: var(--ph-accent-text);
  }
  & label {
    font-weight: 550;
    color: var(--ph-accent-text);
  }
  & > small {
    font-size: var(--ph-text-s);
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
  &[data-over] {
    border-color: var(--ph-accent-text);
    background: var(--ph-accent-soft);
  }
`;
const bad = css`
  margin: 0;
  padding-inline-start: 0;
  list-style-position: inside;
  overflow-wrap: anywhere;
  font-size: var(--ph-text-s);
  color: var(--ph-danger-text);
`;
const row = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: 12px;
  @media (max-width: 480px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
