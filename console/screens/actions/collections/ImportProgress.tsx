import { useEffect, useEffectEvent, useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Collection, CollectionImport } from "../../../../shared/contract/collections/collections.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../shared/ui/Dialog.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { describeCount, describeNumber } from "../../../parts/describeNumber.ts";
import { ProgressBar } from "../../../parts/ProgressBar.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { cancelImport, readImport } from "../../../state/actions/collections.ts";
import type { CollectionPlace } from "../../../state/actions/collections.ts";
import { isImporting } from "./collectionWords.ts";
import { ProblemList } from "./ProblemList.tsx";

interface ImportProgressProps {
  place: CollectionPlace;
  collection: Snapshot<Collection>;
  /** Reads everything again: the import may have got further, or have ended. */
  onEnded: () => Promise<void>;
}

const readEveryMs = 1000;

/** How far a running import is, and how the newest one ended where not all of it came in. */
export function ImportProgress({ place, collection, onEnded }: ImportProgressProps): ReactNode {
  const isGoing = isImporting(collection);
  const read = useEffectEvent(onEnded);
  useEffect(() => {
    if (!isGoing) return;
    const timer = setInterval(() => void read(), readEveryMs);
    return () => clearInterval(timer);
  }, [isGoing]);
  const canceling = useAction((importId: string) => cancelImport(place, importId));
  const [problems, setProblems] = useState<CollectionImport["problems"] | null>(null);
  const reading = useAction(async (importId: string) =>
    setProblems((await readImport(place, importId)).problems),
  );
  const { lastImport } = collection;
  if (!lastImport) return null;
  const { id, fileName, done, total, added, refused, state, error } = lastImport;
  if (isGoing) {
    return (
      <div className={frame} role="status">
        <span>
          Importing {fileName}: {describeNumber(done)} of {describeNumber(total)}
        </span>
        <ProgressBar label={`Import of ${fileName}`} value={done} max={total} />
        <Button size="small" isBusy={canceling.isBusy} onClick={() => void canceling.run(id)}>
          Cancel import
        </Button>
      </div>
    );
  }
  if (state === "done" && refused === 0) return null;
  return (
    <div className={note} role="status">
      {state === "done"
        ? `${fileName}: ${describeCount(added, "row")} imported, ${describeNumber(refused)} refused.`
        : state === "failed"
          ? `${fileName} was not imported. ${error ?? ""}`
          : `The import of ${fileName} was canceled. Nothing was added.`}
      {state === "done" && (
        <Button size="small" isBusy={reading.isBusy} onClick={() => void reading.run(id)}>
          Show refused rows
        </Button>
      )}
      {problems && (
        <Dialog title={`Refused rows of ${fileName}`} onClose={() => setProblems(null)}>
          <ProblemList problems={problems} />
        </Dialog>
      )}
    </div>
  );
}

const frame = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: 8px 16px;
  padding: 12px 16px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-surface);
  font-variant-numeric: tabular-nums;
  & > progress {
    grid-row: 2;
  }
  & > button {
    grid-row: 1 / 3;
    grid-column: 2;
  }
`;
const note = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
  overflow-wrap: anywhere;
`;
