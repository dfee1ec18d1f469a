import type { ReactNode } from "react";
import { channelKinds } from "../../../shared/domain/channels.ts";
import { formatRelativeTime } from "../../../shared/format/relativeTime.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { IconTile } from "../../parts/IconTile.tsx";
import { surfaceIcons } from "../../parts/surfaceIcons.ts";
import { useNow } from "../../parts/useNow.ts";
import { removeChannel, saveChannel, testChannel } from "../../state/channels/channels.ts";
import type { ShownChannel } from "../../state/channels/channels.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { ChannelForm } from "./ChannelForm.tsx";
import { PhoneCalls } from "./PhoneCalls.tsx";
import { SetUpCard } from "./SetUpCard.tsx";
import { StateBadge } from "./StateBadge.tsx";

export interface ChannelCardProps {
  place: AgentPlace;
  channel: ShownChannel;
  isReadOnly: boolean;
}

/** One channel: how it is, when something last came and went, and its set-up. */
export function ChannelCard({ place, channel, isReadOnly }: ChannelCardProps): ReactNode {
  const { type, enabled, revision, settings, state } = channel;
  const { name, summary } = channelKinds[type];
  return (
    <SetUpCard
      {...{ name, isReadOnly }}
      icon={<IconTile icon={surfaceIcons[type]} />}
      title={name}
      subtitle={channel.account ?? summary}
      isSetUp={revision > 0}
      isOn={enabled}
      onSwitch={(isOn) =>
        saveChannel(place, channel, { enabled: isOn, settings: { ...settings }, secrets: {} })
      }
      onTest={() => testChannel(place, type)}
      onDelete={() => removeChannel(place, type)}
      deletionText="The agent stops answering there and its credentials are deleted. Conversations stay in the inbox."
      status={<State channel={channel} />}
      form={(onDone) => <ChannelForm {...{ place, channel, onDone }} />}
    >
      {type === "call" && <PhoneCalls place={place} isOn={state === "connected"} />}
    </SetUpCard>
  );
}

function State({ channel }: { channel: ShownChannel }): ReactNode {
  const now = useNow();
  const { state, problem, lastReceivedAt, lastSentAt } = channel;
  const moments = [
    { label: "Last received", at: lastReceivedAt },
    { label: "Last sent", at: lastSentAt },
  ];
  return (
    <>
      <StateBadge state={state} />
      {problem && <p>{problem}</p>}
      {state === "connected" && !lastReceivedAt && (
        <p>
          {channel.type === "call"
            ? "Waiting for the first call. Call the number to try it."
            : "Waiting for the first message. Write one to try it."}
        </p>
      )}
      <dl className={momentList}>
        {moments.map(
          ({ label, at }) =>
            at !== null && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <time dateTime={new Date(at).toISOString()} title={describeDateTime(at)}>
                    {formatRelativeTime(at, now)}
                  </time>
                </dd>
              </div>
            ),
        )}
      </dl>
    </>
  );
}

const momentList = css`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 20px;
  margin: 0;
  &:empty {
    display: none;
  }
  & > div {
    display: flex;
    gap: 6px;
  }
  & dt {
    color: var(--ph-text-3);
  }
  & dd {
    margin: 0;
  }
`;
