import { useEffect, useId, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { ChevronDown } from "lucide-react";
import { channelNames } from "../../../../../shared/domain/channelNames.ts";
import { controlStyle } from "../../../../../shared/ui/fieldStyle.ts";
import { css, cx } from "../../../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../../../parts/ErrorNotice.tsx";
import { surfaceNames } from "../../../../parts/surfaceNames.ts";
import { useAction } from "../../../../parts/useAction.ts";
import {
  chooseReplyChannel,
  loadReplyChannels,
  replyChannels,
  threadChannel,
} from "../../../../state/channels/threadChannel.ts";
import type { ShownReplyChannel } from "../../../../state/channels/threadChannel.ts";
import type { ThreadPlace } from "../../../../state/conversations/threads/conversation.ts";

/** Chooses by which channel of the same contact the next replies go; nothing where there is only one. */
export function ReplyWay({ place, surface }: { place: ThreadPlace; surface: string }): ReactNode {
  const { orgId, agentId, threadId } = place;
  const { data, status, error } = useSnapshot(replyChannels);
  const { data: current } = useSnapshot(threadChannel);
  const [refused, setRefused] = useState<ShownReplyChannel | null>(null);
  const choosing = useAction((way: ShownReplyChannel) => chooseReplyChannel(place, way));
  const id = useId();
  const load = () => loadReplyChannels({ orgId, agentId, threadId });
  // A contact who writes by another channel, or stops one, changes them.
  const { type, writableUntil, isOptedOut } = (current?.threadId === threadId && current.channel) || {};
  useEffect(() => {
    void loadReplyChannels({ orgId, agentId, threadId });
  }, [orgId, agentId, threadId, type, writableUntil, isOptedOut]);
  if (status === "failed" && error)
    return <ErrorNotice title="Other channels can’t be read." error={error} onRetry={() => void load()} />;
  const ways = data?.threadId === threadId ? data.items : [];
  if (ways.length < 2) return null;
  const choose = (key: string) => {
    const way = ways.find((one) => keyOf(one) === key);
    choosing.clear();
    setRefused(way && way.problem !== null ? way : null);
    if (way && way.problem === null) void choosing.run(way);
  };
  const inUse = ways.find(({ isCurrent }) => isCurrent);
  return (
    <div className={frame}>
      <label htmlFor={id}>Reply by</label>
      <span>
        <select
          id={id}
          aria-label="Reply by"
          className={cx(controlStyle, small)}
          value={inUse ? keyOf(inUse) : ""}
          disabled={choosing.isBusy}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          {!inUse && <option value="">Choose a channel</option>}
          {ways.map((way) => (
            <option key={keyOf(way)} value={keyOf(way)}>
              {nameOf(way, surface)}
            </option>
          ))}
        </select>
        <ChevronDown size={16} aria-hidden />
      </span>
      {refused && (
        <p role="alert">
          {nameOf(refused, surface)}: {refused.problem}
        </p>
      )}
      {choosing.error && <ErrorNotice title="The channel was not changed." error={choosing.error} />}
    </div>
  );
}

function keyOf({ type, externalId }: ShownReplyChannel): string {
  return JSON.stringify([type, externalId]);
}

function nameOf({ type, address, isTemplatesOnly }: ShownReplyChannel, surface: string): string {
  if (type === null) return surfaceNames[surface] ?? surface;
  const name = [channelNames[type], address].filter(Boolean).join(" · ");
  return isTemplatesOnly ? `${name} (templates only)` : name;
}

const frame = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px 8px;
  min-width: 0;
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
  & > span {
    position: relative;
    flex: 1 1 110px;
    min-width: 0;
    max-width: 340px;
  }
  & > span > svg {
    position: absolute;
    inset-inline-end: 8px;
    top: 50%;
    translate: 0 -50%;
    pointer-events: none;
    color: var(--ph-text-3);
  }
  & > p {
    flex: 1 0 100%;
    color: var(--ph-warning-text);
  }
  flex: 1 1 190px;
  @media (max-width: 480px) {
    flex: 1 1 150px;
    & > label {
      display: none;
    }
    & > span {
      flex-basis: 100px;
    }
  }
`;
const small = css`
  appearance: none;
  width: 100%;
  min-height: 32px;
  padding-block: 2px;
  padding-inline: 8px 28px;
  font-size: var(--ph-text-s);
  text-overflow: ellipsis;
  cursor: pointer;
  @media (pointer: coarse) {
    min-height: 44px;
  }
`;
