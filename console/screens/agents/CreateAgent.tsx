import { Suspense, lazy, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Redirect, useParams } from "wouter";
import { mayCreateMore } from "../../../shared/domain/subscription.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { agents } from "../../state/agents.ts";
import { agentTabPath } from "../../state/paths.ts";
import { loadSubscription, subscription } from "../../state/subscription.ts";
import { CreateFlow } from "./create/CreateFlow.tsx";
import { readMode } from "./create/modes.ts";
import { PlanLimit } from "./PlanLimit.tsx";

const ImportMode = lazy(() => import("./create/ImportMode.tsx"));
const ReplaceMode = lazy(() => import("./create/ReplaceMode.tsx"));
const CloneMode = lazy(() => import("./create/CloneMode.tsx"));

/** Makes an agent in one of the modes of the specification, where the plan has one left. */
export default function CreateAgent(): ReactNode {
  const { orgId = "" } = useParams();
  const query = useQuery();
  const mode = readMode(query.read("mode"));
  const place = { orgId, agentId: query.read("agent") };
  const { data, status } = useSnapshot(subscription);
  // As it was when the page opened: whoever makes the last agent of the plan is not told so on the way out.
  const [agentCount] = useState(() => agents.page?.total ?? 0);
  const isPlanUnread = status === "idle";
  useEffect(() => {
    // On the dashboard the plan is not read. Where it can't be read the form stands, and the server decides.
    if (isPlanUnread) loadSubscription(orgId).catch(() => undefined);
  }, [isPlanUnread, orgId]);

  // What an agent is made of is changed where all of its settings are.
  if (mode === "edit") return <Redirect to={agentTabPath({ ...place, tab: "settings" })} replace />;
  // No further agent comes of it, so the plan has no say.
  if (mode === "replace-using-import") {
    return (
      <Suspense>
        <ReplaceMode place={place} />
      </Suspense>
    );
  }
  if (!mayCreateMore(data?.plan, agentCount)) return <PlanLimit />;
  if (mode === "create") return <CreateFlow orgId={orgId} />;
  return <Suspense>{mode === "clone" ? <CloneMode place={place} /> : <ImportMode orgId={orgId} />}</Suspense>;
}
