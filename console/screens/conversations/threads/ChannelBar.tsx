import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { CircleAlert, LayoutTemplate, Send } from "lucide-react";
import type { ChannelDelivery, ThreadChannel } from "../../../../shared/contract/channels/channels.ts";
import { channelKinds } from "../../../../shared/domain/channels.ts";
import type { DeliveryState } from "../../../../shared/domain/channels.ts";
import { formatTimeLeft } from "../../../../shared/format/timeLeft.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { describeTime } from "../../../parts/describeMoment.ts";
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
import { ReplyWay } from "../messages/compose/ReplyWay.tsx";

interface ChannelBarProps {
  place: ThreadPlace;
  surface: string;
}

/** Where replies go outside of the chat, how long that is allowed, and what did not arrive. */
export function ChannelBar({ place, surface }: ChannelBarProps): ReactNode {
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
  const mayReply = mayDo("conversations.reply");
  const failed = channel?.deliveries.filter(({ state }) => state === "failed") ?? [];
  // Then the choice says where replies go.
  const isChosen = mayReply && ways?.threadId === threadId && ways.items.length > 1;
  return (
    <div className={frame}>
      <div className={line}>
        {mayReply && <ReplyWay place={place} surface={surface} />}
        {channel && (
          <p data-closed={isClosed(channel, now) ? "" : undefined} role="status">
            {!isChosen && <Send size={15} aria-hidden />}
            <span>{describe(channel, { now, isChosen })}</span>
          </p>
        )}
        {mayReply && channel?.type === "whatsapp" && !channel.isOptedOut && (
          <Button
            size="small"
            icon={<LayoutTemplate size={15} aria-hidden />}
            onClick={() => setIsChoosing(true)}
            data-short=""
          >
            Send template
          </Button>
        )}
      </div>
      {failed.map((delivery) => (
        <Failed key={delivery.id} place={place} delivery={delivery} mayReply={mayReply} />
      ))}
      {isChoosing && <TemplateDialog place={place} onClose={() => setIsChoosing(false)} />}
    </div>
  );
}

function isClosed({ writableUntil, isOptedOut }: Snapshot<ThreadChannel>, now: number): boolean {
  return isOptedOut || (writableUntil !== null && writableUntil <= now);
}

const states: Record<DeliveryState, string> = {
  queued: "Last message on its way",
  sending: "Last message on its way",
  sent: "Last message sent",
  delivered: "Last message delivered",
  read: "Last message read",
  failed: "Last message not sent",
};

function describe(
  channel: Snapshot<ThreadChannel>,
  { now, isChosen }: { now: number; isChosen: boolean },
): string {
  const { type, address, writableUntil, isOptedOut, deliveries } = channel;
  const { name, isLive } = channelKinds[type];
  if (isOptedOut) return `${address} asked not to be contacted on ${name}.`;
  const last = deliveries.at(-1);
  const way = isLive
    ? `While the call lasts, replies are spoken to ${address}`
    : `Replies go to ${address} by ${name}`;
  const waits = deliveries.findLast(({ waitsUntil }) => waitsUntil !== null);
  const parts = [last && last !== waits && states[last.state]];
  if (waits?.waitsUntil != null)
    parts.push(`${waits === last ? "Last" : "A"} message waits until ${describeTime(waits.waitsUntil)}`);
  if (isLive || !isChosen) parts.unshift(way);
  if (writableUntil !== null)
    parts.push(
      writableUntil <= now
        ? "The reply window has closed"
        : `${formatTimeLeft(writableUntil - now).replace(/^in /, "")} left to reply`,
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
  &:has(> div:empty:only-child) {
    display: none;
  }
`;
const line = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 12px;
  min-width: 0;
  & > p {
    display: flex;
    flex: 1 1 120px;
    align-items: center;
    gap: 8px;
    min-width: 0;
    color: var(--ph-text-2);
  }
  & > p[data-closed] {
    color: var(--ph-warning-text);
  }
  & > p > svg {
    flex: none;
  }
  & > p > span {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  /* One row on a phone: the choice, what is known, and the button by its icon. */
  @media (max-width: 480px) {
    gap: 8px;
    & > p {
      line-height: 1.3;
      font-size: var(--ph-text-xs);
    }
    & > button[data-short] {
      flex: none;
      font-size: 0;
      gap: 0;
      min-width: 40px;
    }
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
