import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { CircleAlert, Send } from "lucide-react";
import type { ChannelDelivery, ThreadChannel } from "../../../../shared/contract/channels/channels.ts";
import { channelKinds } from "../../../../shared/domain/channels.ts";
import type { DeliveryState } from "../../../../shared/domain/channels.ts";
import { formatTimeLeft } from "../../../../shared/format/timeLeft.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { useNow } from "../../../parts/useNow.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import {
  loadThreadChannel,
  replyChannels,
  sendAgain,
  threadChannel,
  watchThreadChannel,
} from "../../../state/channels/threadChannel.ts";
import type { ThreadPlace } from "../../../state/conversations/threads/conversation.ts";
import { TemplateDialog } from "./TemplateDialog.tsx";

/** Where replies go outside of the chat, how long that is allowed, and what did not arrive. */
export default function ChannelBar({ place }: { place: ThreadPlace }): ReactNode {
  const { data } = useSnapshot(threadChannel);
  const { data: ways } = useSnapshot(replyChannels);
  const { orgId, agentId, threadId } = place;
  const [isChoosing, setIsChoosing] = useState(false);
  const now = useNow();
  useEffect(() => {
    void loadThreadChannel({ orgId, agentId, threadId });
    return watchThreadChannel({ orgId, agentId, threadId });
  }, [orgId, agentId, threadId]);
  const channel = data?.threadId === threadId ? data.channel : null;
  if (!channel) return null;
  const failed = channel.deliveries.filter(({ state }) => state === "failed");
  const isClosed = channel.writableUntil !== null && channel.writableUntil <= now;
  const mayReply = mayDo("conversations.reply");
  // Then the field above the reply says where it goes.
  const isChosen = mayReply && ways?.threadId === threadId && ways.items.length > 1;
  return (
    <div className={frame}>
      <p data-closed={isClosed || channel.isOptedOut ? "" : undefined} role="status">
        <Send size={15} aria-hidden />
        <span>{describe(channel, { now, isChosen })}</span>
        {mayReply && channel.type === "whatsapp" && !channel.isOptedOut && (
          <Button size="small" onClick={() => setIsChoosing(true)}>
            Send template
          </Button>
        )}
      </p>
      {failed.map((delivery) => (
        <Failed key={delivery.id} place={place} delivery={delivery} mayReply={mayReply} />
      ))}
      {isChoosing && <TemplateDialog place={place} onClose={() => setIsChoosing(false)} />}
    </div>
  );
}

const states: Record<DeliveryState, string> = {
  queued: "on its way",
  sending: "on its way",
  sent: "sent",
  delivered: "delivered",
  read: "read",
  failed: "not sent",
};

function describe(
  channel: Snapshot<ThreadChannel>,
  { now, isChosen }: { now: number; isChosen: boolean },
): string {
  const { type, address, writableUntil, isOptedOut, deliveries } = channel;
  const { name, isLive } = channelKinds[type];
  if (isOptedOut) return `${address} asked not to be written to on ${name}.`;
  const last = deliveries.at(-1);
  const way = isLive
    ? `While the call lasts, replies are spoken to ${address}`
    : `Replies go to ${address} by ${name}`;
  const parts = [last && `Last message ${states[last.state]}`];
  if (isLive || !isChosen) parts.unshift(way);
  if (writableUntil !== null)
    parts.push(
      writableUntil <= now
        ? "The reply window has closed"
        : `Reply window ends ${formatTimeLeft(writableUntil - now).replace(/^in /, "")} from now`,
    );
  return parts.filter(Boolean).join(" · ") || way;
}

interface FailedProps {
  place: ThreadPlace;
  delivery: Snapshot<ChannelDelivery>;
  mayReply: boolean;
}

function Failed({ place, delivery, mayReply }: FailedProps): ReactNode {
  const sending = useAction(() => sendAgain(place, delivery.id));
  return (
    <div className={failedStyle} role="alert">
      <CircleAlert size={16} aria-hidden />
      <span>
        <b>A message was not sent.</b> {delivery.problem}
      </span>
      {mayReply && (
        <Button size="small" isBusy={sending.isBusy} onClick={() => void sending.run()}>
          Resend
        </Button>
      )}
      {sending.error && <ErrorNotice error={sending.error} />}
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 6px;
  min-width: 0;
  font-size: var(--ph-text-s);
  & > p {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    color: var(--ph-text-2);
  }
  & > p[data-closed] {
    color: var(--ph-warning-text);
  }
  & > p > span {
    flex: 1 1 200px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;
const failedStyle = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px 10px;
  padding: 8px 12px;
  border-radius: var(--ph-radius-s);
  background: var(--ph-danger-soft);
  color: var(--ph-danger-text);
  & > span {
    flex: 1 1 200px;
    min-width: 0;
  }
  & b {
    font-weight: 600;
  }
`;
