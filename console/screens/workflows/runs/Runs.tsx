import { Suspense } from "react";
import type { ReactNode } from "react";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { useQuery } from "../../../parts/useQuery.ts";
import { lazy } from "../../../parts/lazy.ts";
import type { WorkflowPlace } from "../../../state/workflows/workflows.ts";
import { RunList } from "./RunList.tsx";

const RunView = lazy(() => import("./RunView.tsx"));

/** The runs of a workflow, or one of them. */
export default function Runs({ place }: { place: WorkflowPlace }): ReactNode {
  const runId = useQuery().read("run");
  if (!runId) return <RunList place={place} />;
  return (
    <Suspense fallback={<Skeleton height="260px" />}>
      <RunView key={runId} place={{ ...place, runId }} />
    </Suspense>
  );
}
