import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { mayDo, organization } from "../../state/organization.ts";
import { watchOutbox } from "../../state/outboxWatch.ts";
import { readAgentId } from "../../state/paths.ts";
import type { AgentPlace } from "../../state/paths.ts";
import { closeQuiet, readQuiet } from "../../state/quiet.ts";
import { SignOutDialog } from "./SignOutDialog.tsx";
import { showUnread } from "./showUnread.ts";
import { useUnread } from "./useUnread.ts";
import { watchForNews } from "./watchForNews.ts";

/**
 * Says on the browser's tab how many conversations of the agent that somebody is on have something new, whichever of its
 * screens they are on, and tells by a sound or a note of what comes in while nobody looks at it: where a person is asked for,
 * or is oneself. On every page, of an agent or not, what was written and not sent yet goes out as soon as it can, and
 * is asked about before somebody signs out.
 */
export default function Attention({ path }: { path: string }): ReactNode {
  const { _id: orgId } = useSnapshot(organization);
  const agentId = readAgentId(path);
  useEffect(() => (orgId ? watchOutbox() : undefined), [orgId]);
  const isTold = orgId && agentId && mayDo("conversations.read");
  return (
    <>
      <SignOutDialog />
      {isTold && <OfAgent key={agentId} orgId={orgId} agentId={agentId} />}
    </>
  );
}

function OfAgent({ orgId, agentId }: AgentPlace): null {
  const unread = useUnread({ orgId, agentId });
  useEffect(() => showUnread(unread), [unread]);
  useEffect(() => {
    void readQuiet({ orgId, agentId });
    return closeQuiet;
  }, [orgId, agentId]);
  useEffect(() => watchForNews({ orgId, agentId }), [orgId, agentId]);
  return null;
}
