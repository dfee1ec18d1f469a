import { useState } from "react";
import type { ReactNode } from "react";
import { channelKinds } from "../../../shared/domain/channels.ts";
import { formatRelativeTime } from "../../../shared/format/relativeTime.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { Toggle } from "../../../shared/ui/Toggle.tsx";
import { Card } from "../../parts/Card.tsx";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { IconTile } from "../../parts/IconTile.tsx";
import { surfaceIcons } from "../../parts/surfaceIcons.ts";
import { useAction } from "../../parts/useAction.ts";
import { useNow } from "../../parts/useNow.ts";
import { removeChannel, saveChannel, testChannel } from "../../state/channels/channels.ts";
import type { ShownChannel } from "../../state/channels/channels.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { ChannelForm } from "./ChannelForm.tsx";
import { PhoneCalls } from "./PhoneCalls.tsx";
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
  const [isEditing, setIsEditing] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const isSetUp = revision > 0;
  const switching = useAction(async (isOn: boolean) => {
    await saveChannel(place, channel, { enabled: isOn, settings: { ...settings }, secrets: {} });
  });
  const testing = useAction(async () => {
    const tested = await testChannel(place, type);
    if (tested.state === "connected") showToast(`${name} works`);
  });
  const error = switching.error ?? testing.error;
  return (
    <Card
      icon={<IconTile icon={surfaceIcons[type]} />}
      title={name}
      subtitle={channel.account ?? summary}
      aside={
        isSetUp ? (
          <Toggle
            isOn={enabled}
            label={`${name} is on`}
            isDisabled={isReadOnly || switching.isBusy}
            onChange={(isOn) => void switching.run(isOn)}
          />
        ) : (
          !isReadOnly && (
            <Button
              size="small"
              aria-label={`${isEditing ? "Close" : "Set up"} ${name}`}
              onClick={() => setIsEditing(!isEditing)}
            >
              {isEditing ? "Close" : "Set up"}
            </Button>
          )
        )
      }
    >
      {isSetUp && (
        <div className={body}>
          <State channel={channel} />
          {!isReadOnly && !isEditing && (
            <div className={actions}>
              <Button size="small" onClick={() => setIsEditing(true)} aria-label={`Edit ${name}`}>
                Edit
              </Button>
              {enabled && (
                <Button
                  size="small"
                  isBusy={testing.isBusy}
                  onClick={() => void testing.run()}
                  aria-label={`Test ${name}`}
                >
                  Test
                </Button>
              )}
              <Button
                size="small"
                kind="danger"
                onClick={() => setIsDeleting(true)}
                aria-label={`Delete ${name}`}
              >
                Delete
              </Button>
            </div>
          )}
        </div>
      )}
      {error && <ErrorNotice title="This did not work." error={error} />}
      {type === "call" && isSetUp && !isEditing && <PhoneCalls place={place} isOn={state === "connected"} />}
      {isEditing && <ChannelForm place={place} channel={channel} onDone={() => setIsEditing(false)} />}
      {isDeleting && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          confirmLabel={`Delete ${name}`}
          onConfirm={async () => {
            await removeChannel(place, type);
            setIsEditing(false);
          }}
          onClose={() => setIsDeleting(false)}
        >
          The agent stops answering there and its credentials are deleted. Conversations stay in the inbox.
        </ConfirmDialog>
      )}
    </Card>
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
    <div className={stateStyle} role="status">
      <StateBadge state={state} />
      {problem && <p>{problem}</p>}
      {state === "connected" && !lastReceivedAt && (
        <p>
          {channel.type === "call"
            ? "Waiting for the first call. Call the number to try it."
            : "Waiting for the first message. Write one to try it."}
        </p>
      )}
      <dl>
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
    </div>
  );
}

const body = css`
  display: grid;
  gap: 14px;
`;
const actions = css`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`;
const stateStyle = css`
  display: grid;
  justify-items: start;
  gap: 8px;
  font-size: var(--ph-text-s);
  & > p {
    color: var(--ph-text-2);
    overflow-wrap: anywhere;
  }
  & > dl {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 20px;
    margin: 0;
  }
  & > dl > div {
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
