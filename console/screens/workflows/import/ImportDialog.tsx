import { useState } from "react";
import type { ReactNode } from "react";
import { FileInput } from "lucide-react";
import type { ImportedWorkflow } from "../../../../shared/contract/workflows/imports.ts";
import { importFormats, maxImportCharacters } from "../../../../shared/domain/workflows/imports.ts";
import { Button, buttonClass } from "../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../shared/ui/Dialog.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../../../shared/ui/style/visuallyHidden.ts";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../parts/useAction.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { readImport } from "../../../state/workflows/imports.ts";
import { startWorkflow } from "../startWorkflow.ts";
import { ReportView } from "./ReportView.tsx";

interface ImportDialogProps {
  place: AgentPlace;
  onClose: () => void;
}

/** Reads an export of another builder and says what became of it, before anything is added. */
export function ImportDialog({ place, onClose }: ImportDialogProps): ReactNode {
  const [read, setRead] = useState<ImportedWorkflow | null>(null);
  const [name, setName] = useState("");
  const [isTooLong, setIsTooLong] = useState(false);
  const reading = useAction(async (file: File) => {
    setRead(null);
    const text = await file.text();
    setIsTooLong(text.length > maxImportCharacters);
    if (text.length > maxImportCharacters) return;
    const found = await readImport(place, text);
    setRead(found);
    setName(found.name || file.name.replace(/\.[^.]+$/, ""));
  });
  const adding = useAction(async () => {
    if (!read) return;
    const { description, trigger, graph } = read;
    await startWorkflow(place, { name: name.trim().slice(0, 120), description, trigger, graph });
  });
  return (
    <Dialog
      title="Import workflow"
      onClose={onClose}
      width={640}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {read && (
            <Button
              kind="primary"
              isBusy={adding.isBusy}
              disabled={name.trim() === ""}
              onClick={() => void adding.run()}
            >
              Add workflow
            </Button>
          )}
        </>
      }
    >
      <div className={frame}>
        <p>Choose an export from Dify (YAML), Flowise, n8n or Typebot (JSON). Importing runs nothing.</p>
        <label
          className={buttonClass(read ? "secondary" : "primary")}
          aria-busy={reading.isBusy || undefined}
        >
          <FileInput size={16} aria-hidden />
          {reading.isBusy ? "Reading…" : read ? "Choose another file" : "Choose file"}
          <input
            type="file"
            accept=".json,.yml,.yaml"
            className={visuallyHidden}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file) void reading.run(file);
              // The same file can be chosen again.
              currentTarget.value = "";
            }}
          />
        </label>
        {isTooLong && (
          <p role="alert">The file is larger than 2 MB. Split the workflow before you export it.</p>
        )}
        {reading.error && <ErrorNotice title="The file could not be read." error={reading.error} />}
        {read && (
          <>
            <TextField
              label={`Name of the ${importFormats[read.format]} workflow`}
              value={name}
              onChange={setName}
              limit={120}
            />
            <ReportView report={read.report} />
          </>
        )}
        {adding.error && <ErrorNotice title="The workflow wasn’t added." error={adding.error} />}
      </div>
    </Dialog>
  );
}

const frame = css`
  display: grid;
  justify-items: start;
  gap: 14px;
  min-width: 0;
  color: var(--ph-text);
  & > :not(label) {
    width: 100%;
  }
  & > label:focus-within {
    outline: 2px solid var(--ph-focus);
    outline-offset: 2px;
  }
  & > p {
    color: var(--ph-text-2);
  }
  & > p[role="alert"] {
    color: var(--ph-danger-text);
  }
`;
