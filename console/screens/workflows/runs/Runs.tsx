import type { ReactNode } from "react";
import { useQuery } from "../../../parts/useQuery.ts";
import type { WorkflowPlace } from "../../../state/workflows/workflows.ts";
import { RunList } from "./RunList.tsx";
import { RunView } from "./RunView.tsx";

/** The runs of a workflow, or one of them. */
export function Runs({ place }: { place: WorkflowPlace }): ReactNode {
  const runId = useQuery().read("run");
  if (!runId) return <RunList place={place} />;
  return <RunView key={runId} place={{ ...place, runId }} />;
}
