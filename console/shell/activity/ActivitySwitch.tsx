import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { showToast } from "../../../shared/ui/toasts.ts";
import { serverMessage } from "../../parts/serverMessage.ts";
import { changeActivity } from "../../state/accounts/activity.ts";
import type { AgentStatus } from "../../state/accounts/activity.ts";
import { startPolling } from "../../state/accounts/activityPolling.ts";
import { offerNotes } from "../../state/notifications/browserNotifications.ts";
import { useIsNarrow } from "../useIsNarrow.ts";
import { ActivityButton } from "./ActivityButton.tsx";
import { ActivityConfirm } from "./ActivityConfirm.tsx";
import { ActivityDialog } from "./ActivityDialog.tsx";

/**
 * Whether the support agent is there for new chats and e-mails, and the way to change it: asked about in the line itself,
 * on phones in a dialog. While they are online the server is told so every 120 seconds.
 */
export function ActivitySwitch({ orgId, status }: { orgId: string; status: AgentStatus }): ReactNode {
  const isNarrow = useIsNarrow();
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const isOnline = status === "online";
  useEffect(() => (isOnline ? startPolling(orgId) : undefined), [isOnline, orgId]);

  const confirm = async () => {
    if (isBusy) return;
    setIsBusy(true);
    // Some browsers let a page ask only in the very moment of the press.
    if (!isOnline) void offerNotes();
    try {
      await changeActivity(orgId, isOnline ? "offline" : "online");
      showToast("Status changed successfully");
    } catch (thrown) {
      showToast(serverMessage(thrown), "danger");
    } finally {
      setIsBusy(false);
      setIsAsking(false);
    }
  };
  const question = {
    label: isOnline ? "Go Offline" : "Go Online",
    isBusy,
    onConfirm: () => void confirm(),
    onCancel: () => setIsAsking(false),
  };
  if (isAsking && !isNarrow) return <ActivityConfirm {...question} />;
  return (
    <>
      <ActivityButton isOnline={isOnline} onPress={() => setIsAsking(true)} />
      {isAsking && <ActivityDialog {...question} isOnline={isOnline} />}
    </>
  );
}
