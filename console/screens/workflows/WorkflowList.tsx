import { Suspense, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { FileInput, Plus } from "lucide-react";
import { Button } from "../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { framedList } from "../../parts/framedList.ts";
import { Loaded } from "../../parts/Loaded.tsx";
import { SearchField } from "../../parts/SearchField.tsx";
import { useKeptFocus } from "../../parts/useKeptFocus.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { loadWorkflows, workflows } from "../../state/workflows/workflows.ts";
import { WaitingForYou } from "../../parts/approvals/WaitingForYou.tsx";
import { WorkflowLine } from "./WorkflowLine.tsx";
import { ImportDialog, NewWorkflowDialog, TemplateGallery } from "./overlays.ts";

/** From this many workflows on, a search is quicker than looking. */
const searchFrom = 8;

/** An agent's workflows: what begins each, whether it is on, and how its runs went this week. */
export function WorkflowList({ place }: { place: AgentPlace }): ReactNode {
  const { orgId, agentId } = place;
  const resource = useSnapshot(workflows);
  const query = useQuery();
  const [open, setOpen] = useState<"new" | "import" | null>(null);
  useEffect(() => void loadWorkflows({ orgId, agentId }), [orgId, agentId]);
  const mayChange = mayDo("workflows.update");
  const search = query.read("search");
  const buttons = mayChange && (
    <>
      <Button icon={<FileInput size={16} aria-hidden />} onClick={() => setOpen("import")}>
        Import
      </Button>
      <Button kind="primary" icon={<Plus size={17} aria-hidden />} onClick={() => setOpen("new")}>
        New workflow
      </Button>
    </>
  );
  return (
    <div {...useKeptFocus<HTMLDivElement>()} className={frame}>
      <WaitingForYou place={place} />
      <Loaded
        resource={resource}
        needs="workflows.read"
        failedTitle="The workflows could not be read."
        onRetry={() => void loadWorkflows(place)}
        skeleton={<ListSkeleton />}
      >
        {({ items }) => {
          if (items.length === 0) {
            return (
              <Suspense fallback={<ListSkeleton />}>
                <TemplateGallery place={place} onImport={() => setOpen("import")} />
              </Suspense>
            );
          }
          const shown = items.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
          return (
            <>
              <div className={head}>
                {(items.length >= searchFrom || search !== "") && (
                  <SearchField
                    label="Search workflows"
                    value={search}
                    onChange={(text) => query.set({ search: text }, { replace: true })}
                  />
                )}
                <span>{buttons}</span>
              </div>
              {shown.length === 0 ? (
                <p className={none}>No workflow is called “{search}”.</p>
              ) : (
                <ul className={framedList} aria-label="Workflows">
                  {shown.map((workflow) => (
                    <li key={workflow.id}>
                      <WorkflowLine workflow={workflow} place={place} />
                    </li>
                  ))}
                </ul>
              )}
            </>
          );
        }}
      </Loaded>
      <Suspense>
        {open === "new" && <NewWorkflowDialog place={place} onClose={() => setOpen(null)} />}
        {open === "import" && <ImportDialog place={place} onClose={() => setOpen(null)} />}
      </Suspense>
    </div>
  );
}

function ListSkeleton(): ReactNode {
  return (
    <div className={frame}>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} height="72px" />
      ))}
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 16px;
  min-width: 0;
`;
const head = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  & > span:last-child {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-inline-start: auto;
  }
`;
const none = css`
  padding: 24px;
  color: var(--ph-text-2);
  text-align: center;
`;
