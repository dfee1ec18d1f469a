import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { Library, Plus } from "lucide-react";
import { organizationItself } from "../../../shared/domain/sharedSources.ts";
import { Button, buttonClass } from "../../../shared/ui/Button.tsx";
import { EmptyState } from "../../../shared/ui/EmptyState.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { createDataSource } from "../../state/knowledge/dataSources.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { sharedSources } from "../../state/knowledge/sharedSources.ts";

/** No knowledge yet: the one next step, and a sample for those who have nothing at hand. */
export function SourcesEmpty({ place, mayChange }: { place: AgentPlace; mayChange: boolean }): ReactNode {
  const query = useQuery();
  const isShared = place.agentId === organizationItself;
  const shared = useSnapshot(sharedSources).data;
  const usesShared = shared?.of === place.agentId && shared.items.some(({ isUsed }) => isUsed);
  const sample = useAction(() => createDataSource(place, { name: "", config: { kind: "sample" } }));
  return (
    <div className={frame}>
      <EmptyState
        title={
          isShared
            ? "No shared data sources yet"
            : usesShared
              ? "No data sources of its own yet"
              : "The agent knows nothing yet"
        }
        icon={<Library size={22} aria-hidden />}
        action={
          mayChange && (
            <span className={actions}>
              <Link href={query.link({ add: "website" })} className={buttonClass("primary")}>
                <Plus size={17} aria-hidden />
                Add data source
              </Link>
              {!isShared && (
                <Button isBusy={sample.isBusy} onClick={() => sample.run()}>
                  Try it with a sample
                </Button>
              )}
            </span>
          )
        }
      >
        {isShared
          ? "Add sources that several agents need. Each is read and counted once. Turn it on in each agent’s Data sources."
          : "Add your website, documents or text. Or try the sample: ten help pages of Harbor & Pine, a fictional shop. You can delete it later."}
      </EmptyState>
      {sample.error && <ErrorNotice title="The sample was not added." error={sample.error} />}
    </div>
  );
}

const frame = css`
  padding: 8px 16px 16px;
  border: 1px dashed var(--ph-line-2);
  border-radius: var(--ph-radius);
`;
const actions = css`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: 8px;
  margin-top: 12px;
`;
