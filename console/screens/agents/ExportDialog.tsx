import { useState } from "react";
import type { ReactNode } from "react";
import { portableFileName } from "../../../shared/domain/portable.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { CopyButton } from "../../../shared/ui/CopyButton.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { saveFile } from "../../parts/saveFile.ts";
import { useAction } from "../../parts/useAction.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { exportAgent } from "../../state/agents/templates.ts";
import { CheckRow } from "./create/CheckRow.tsx";

interface ExportDialogProps {
  name: string;
  place: AgentPlace;
  onClose: () => void;
}

/** Gives an agent's draft as a file; what is secret or somebody's never is in it. */
export function ExportDialog({ name, place, onClose }: ExportDialogProps): ReactNode {
  const [take, setTake] = useState({ look: true, sources: true, testCases: false });
  const [exportId, setExportId] = useState<string | null>(null);
  const exporting = useAction(async () => {
    const file = await exportAgent(place, take);
    saveFile(portableFileName(file.title), JSON.stringify(file, null, 2), "application/json");
    setExportId(file.id);
  });
  return (
    <Dialog
      title={`Export ${name}`}
      onClose={onClose}
      width={520}
      actions={
        <>
          <Button onClick={onClose}>{exportId === null ? "Cancel" : "Done"}</Button>
          <Button
            kind={exportId === null ? "primary" : "secondary"}
            isBusy={exporting.isBusy}
            onClick={exporting.run}
          >
            {exportId === null ? "Save the file" : "Save it again"}
          </Button>
        </>
      }
    >
      <div className={body}>
        <p>
          The current draft: settings, guidance and guard rails. Keys, tokens, conversations and website pages
          are not included.
        </p>
        <div>
          <CheckRow
            label="Its look"
            hint="Color, greeting and suggestions of its chat."
            isOn={take.look}
            onChange={(look) => setTake({ ...take, look })}
          />
          <CheckRow
            label="Its sources"
            hint="Addresses of websites and typed texts. Uploaded files are named, not included."
            isOn={take.sources}
            onChange={(sources) => setTake({ ...take, sources })}
          />
          <CheckRow
            label="Its test cases"
            hint="May include visitors’ questions. E-mail addresses, card, account and phone numbers are masked."
            isOn={take.testCases}
            onChange={(testCases) => setTake({ ...take, testCases })}
          />
        </div>
        {exporting.error && <ErrorNotice title="The agent was not exported." error={exporting.error} />}
        {exportId !== null && (
          <p role="status" className={done}>
            Saved. On this server it can also be imported by its id: <code>{exportId}</code>
            <CopyButton text={exportId} />
          </p>
        )}
      </div>
    </Dialog>
  );
}

const body = css`
  display: grid;
  gap: 16px;
  color: var(--ph-text);
  & > p {
    color: var(--ph-text-2);
  }
`;
const done = css`
  overflow-wrap: anywhere;
  & > code {
    font-family: var(--ph-mono);
    font-size: var(--ph-text-s);
    color: var(--ph-text);
  }
`;
