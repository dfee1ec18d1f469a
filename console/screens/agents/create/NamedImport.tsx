import type { ReactNode } from "react";
import type { ImportSummary } from "../../../../shared/contract/agents/templates.ts";
import type { Action } from "../../../../shared/domain/access.ts";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { Loaded } from "../../../parts/Loaded.tsx";
import { useKeptFocus } from "../../../parts/useKeptFocus.ts";
import { flowColumns, flowMain } from "./flowStyle.ts";
import { ImportSource } from "./ImportSource.tsx";
import { useNamedExport } from "./useNamedExport.ts";

interface NamedImportProps {
  orgId: string;
  /** What the reading needs. */
  needs: Action;
  /** Says what an export would bring here. */
  read: (exportId: string) => Promise<ImportSummary>;
  /** The form, and an aside beside it. */
  children: (summary: ImportSummary, onOther: () => void) => ReactNode;
}

/** Where an import comes from; once the address names one, the preview of the result. */
export function NamedImport({ orgId, needs, read, children }: NamedImportProps): ReactNode {
  const { exportId, summary, error, name, forget, retry } = useNamedExport(read);
  const isGone = error?.code === "not_found";
  // "Another file" goes away with the form.
  const kept = useKeptFocus<HTMLDivElement>();
  if (exportId === "" || isGone) {
    return (
      <div {...kept} className={flowColumns}>
        <div className={flowMain}>
          {isGone && <ErrorNotice title="This import no longer exists." error={goneError} />}
          <ImportSource orgId={orgId} onRead={(found) => name(found.exportId)} />
        </div>
      </div>
    );
  }
  const status = summary ? "ready" : error ? "failed" : "loading";
  return (
    <div {...kept} className={flowColumns}>
      <Loaded
        resource={{ status, data: summary, error }}
        skeleton={<Skeleton height="360px" />}
        failedTitle="This can’t be imported."
        needs={needs}
        onRetry={retry}
      >
        {(found) => children(found, forget)}
      </Loaded>
    </div>
  );
}

const goneError = {
  code: "not_found",
  message: "A sent file is kept for one day, an export until 100 newer ones exist. Choose the file again.",
  requestId: "",
} as const;
