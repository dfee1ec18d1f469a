import { useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Collection, ImportPreview } from "../../../../shared/contract/collections/collections.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../shared/ui/Dialog.tsx";
import { Select } from "../../../../shared/ui/Select.tsx";
import { Spinner } from "../../../../shared/ui/Spinner.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { describeCount, describeNumber } from "../../../parts/describeNumber.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { previewImport, startImport } from "../../../state/actions/collections.ts";
import type { CollectionPlace, ImportMapping } from "../../../state/actions/collections.ts";
import { uploadFile } from "../../../state/platform/upload.ts";
import { ProblemList } from "./ProblemList.tsx";

interface ImportDialogProps {
  place: CollectionPlace;
  collection: Snapshot<Collection>;
  onStarted: () => Promise<void>;
  onClose: () => void;
}

/** Imports a file: choose it, say which column goes where, and see what comes in before it does. */
export function ImportDialog({ place, collection, onStarted, onClose }: ImportDialogProps): ReactNode {
  const [file, setFile] = useState<{ id: string; preview: ImportPreview } | null>(null);
  const reading = useAction(async (chosen: File) => {
    const id = await uploadFile(chosen, {
      orgId: place.orgId,
      onProgress: () => {},
      signal: new AbortController().signal,
    });
    setFile({ id, preview: await previewImport(place, { fileId: id }) });
  });
  const looking = useAction(async (fileId: string, mapping: ImportMapping) => {
    setFile({ id: fileId, preview: await previewImport(place, { fileId, mapping }) });
  });
  const starting = useAction(async (fileId: string, mapping: ImportMapping) => {
    await startImport(place, { fileId, mapping });
    await onStarted();
    onClose();
  });
  const mapping = mappingOf(file?.preview);
  const error = reading.error ?? looking.error ?? starting.error;
  const reason = error?.fields[0]?.message;
  const good = file?.preview.good ?? 0;
  return (
    <Dialog
      title={`Import into ${collection.name}`}
      width={680}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            disabled={!file || good === 0 || looking.isBusy}
            isBusy={starting.isBusy}
            onClick={() => file && void starting.run(file.id, mapping)}
          >
            {file ? `Import ${describeCount(good, "row")}` : "Import"}
          </Button>
        </>
      }
    >
      <div className={frame}>
        {error && (
          <ErrorNotice
            title="The file can't be imported."
            error={reason ? { ...error, message: reason, requestId: "" } : error}
          />
        )}
        <label className={chooser}>
          CSV or Excel file
          <input
            type="file"
            accept=".csv,.tsv,.txt,.xlsx"
            onChange={({ currentTarget: { files } }) => {
              const [chosen] = files ?? [];
              setFile(null);
              if (chosen) void reading.run(chosen);
            }}
          />
          <small>The first row names the columns.</small>
        </label>
        {reading.isBusy && <Spinner label="Reading the file" />}
        {file && (
          <>
            <div className={list} role="group" aria-label="Columns of the file">
              {file.preview.columns.map((column, from) => (
                <Select
                  key={from}
                  label={column.name || `Column ${from + 1}`}
                  hint={column.examples.join(", ")}
                  value={column.columnId ?? ""}
                  options={[
                    { value: "", label: "Leave out" },
                    ...collection.columns.map(({ id, name }) => ({ value: id, label: name })),
                  ]}
                  onChange={(columnId) => {
                    const others = mapping.filter((one) => one.from !== from && one.columnId !== columnId);
                    const changed = columnId === "" ? others : [...others, { from, columnId }];
                    if (changed.length > 0) void looking.run(file.id, changed);
                  }}
                />
              ))}
            </div>
            <Outcome preview={file.preview} />
          </>
        )}
      </div>
    </Dialog>
  );
}

function Outcome({ preview: { total, good, refused, problems } }: { preview: ImportPreview }): ReactNode {
  return (
    <section aria-label="What comes in" className={outcome} role="status">
      <strong>
        {describeNumber(good)} of {describeCount(total, "row")} can be imported
      </strong>
      {refused > 0 && <ProblemList problems={problems} />}
    </section>
  );
}

function mappingOf(preview: ImportPreview | undefined): ImportMapping {
  return (preview?.columns ?? []).flatMap(({ columnId }, from) =>
    columnId === null ? [] : [{ from, columnId }],
  );
}

const frame = css`
  display: grid;
  gap: 20px;
  color: var(--ph-text);
`;
const chooser = css`
  display: grid;
  gap: 6px;
  font-size: var(--ph-text-s);
  font-weight: 550;
  & > input {
    font-weight: 400;
    max-width: 100%;
  }
  & > small {
    font-weight: 400;
    color: var(--ph-text-2);
  }
`;
const list = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 190px), 1fr));
  gap: 12px;
`;
const outcome = css`
  display: grid;
  gap: 6px;
`;
