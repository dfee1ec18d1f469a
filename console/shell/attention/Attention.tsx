import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { agents } from "../../state/agents/agents.ts";
import { allUnread } from "../../state/conversations/inbox/allUnread.ts";
import { mayDo, organization } from "../../state/accounts/organization.ts";
import { watchOutbox } from "../../state/conversations/messages/outboxWatch.ts";
import { inboxPath, readAgentId } from "../../state/shell/paths.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { closeQuiet, readQuiet } from "../../state/notifications/quiet.ts";
import { SignOutDialog } from "./SignOutDialog.tsx";
import { showUnread } from "./showUnread.ts";
import { useUnread } from "./useUnread.ts";
import { closeWatched, forgetGone, watchAllUnread } from "./watchAllUnread.ts";
import { watchForNews } from "./watchForNews.ts";
import { closeNotesLookedAt, watchOldNotes } from "./watchOldNotes.ts";

/**
 * Says on the browser's tab how many conversations of all agents have something new, on whichever screen of one somebody is,
 * and tells by a sound or a note of what comes in while nobody looks at it: where a person is asked for, or is oneself. What
 * the device still shows of old news is closed. On every page, of an agent or not, it is counted what each agent has, and
 * what was written and not sent yet goes out as soon as it can, and is asked about before somebody signs out.
 */
export function Attention({ path }: { path: string }): ReactNode {
  const { _id: orgId } = useSnapshot(organization);
  const agentId = readAgentId(path);
  useEffect(() => (orgId ? watchOutbox() : undefined), [orgId]);
  const isTold = orgId && mayDo("conversations.read");
  return (
    <>
      <SignOutDialog />
      {isTold && <OfAll key={orgId} orgId={orgId} openId={agentId} />}
      {isTold && agentId && <OfAgent key={agentId} orgId={orgId} agentId={agentId} path={path} />}
    </>
  );
}

function OfAll({ orgId, openId }: { orgId: string; openId: string | null }): null {
  const { items } = useSnapshot(agents);
  const hasOthers = items.some(({ id }) => id !== openId);
  useEffect(() => (hasOthers ? watchAllUnread({ orgId, openId }) : undefined), [orgId, openId, hasOthers]);
  useEffect(forgetGone, []);
  useEffect(() => closeWatched, []);
  return null;
}

function OfAgent({ orgId, agentId, path }: AgentPlace & { path: string }): null {
  const unread = useUnread({ orgId, agentId });
  const { of } = useSnapshot(allUnread);
  const others = Object.entries(of).filter(([id]) => id !== agentId);
  const sum = others.reduce((total, [, one]) => total + one.unread, unread);
  useEffect(() => showUnread(sum), [sum]);
  useEffect(() => {
    void readQuiet({ orgId, agentId });
    return closeQuiet;
  }, [orgId, agentId]);
  useEffect(() => watchForNews({ orgId, agentId }), [orgId, agentId]);
  useEffect(() => watchOldNotes({ orgId, agentId }), [orgId, agentId]);
  // A conversation's page ends in its id, which no other page's word is.
  const shownId = path.split("/").at(-1) ?? "";
  useEffect(() => closeNotesLookedAt(shownId), [shownId]);
  const isInbox = path.startsWith(inboxPath({ orgId, agentId }));
  useEffect(() => (isInbox ? closeNotesLookedAt(agentId) : undefined), [isInbox, agentId]);
  return null;
}
