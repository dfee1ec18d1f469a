import { Suspense, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { useParams } from "wouter";
import { mayCreateMore } from "../../../shared/domain/subscription.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { agents } from "../../state/agents/agents.ts";
import { loadSubscription, subscription } from "../../state/billing/subscription.ts";
import { readMode } from "./create/modes.ts";
import { PlanLimit } from "./PlanLimit.tsx";
import { CreateFlow } from "./create/CreateFlow.tsx";
import { EditMode, ImportMode, ReplaceMode, CloneMode } from "./create/modeOverlays.ts";

/** Makes or changes an agent in one of the modes of the specification, where the plan has one left. */
export default function CreateAgent(): ReactNode {
  const { orgId = "" } = useParams();
  const query = useQuery();
  const mode = readMode(query.read("mode"));
  const place = { orgId, agentId: query.read("agent") };
  const { data, status } = useSnapshot(subscription);
  // As it was when the page opened: creating the plan's last agent shows no notice on the way out.
  const [agentCount] = useState(() => agents.page?.total ?? 0);
  const isPlanUnread = status === "idle";
  useEffect(() => {
    // On the dashboard the plan is not read. Where it can't be read the form stands, and the server decides.
    if (isPlanUnread) loadSubscription(orgId).catch(() => undefined);
  }, [isPlanUnread, orgId]);

  // No further agent comes of these two, so the plan has no say.
  if (mode === "edit" || mode === "replace-using-import") {
    return (
      <Suspense>{mode === "edit" ? <EditMode place={place} /> : <ReplaceMode place={place} />}</Suspense>
    );
  }
  if (!mayCreateMore(data?.plan, agentCount)) return <PlanLimit />;
  return (
    <Suspense>
      {mode === "create" && <CreateFlow orgId={orgId} />}
      {mode === "create-using-import" && <ImportMode orgId={orgId} />}
      {mode === "clone" && <CloneMode place={place} />}
    </Suspense>
  );
}
