import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { formatRelativeTime } from "../../../shared/format/relativeTime.ts";
import { Button, buttonClass } from "../../../shared/ui/Button.tsx";
import { Select } from "../../../shared/ui/Select.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { Link } from "wouter";
import { Card } from "../../parts/Card.tsx";
import { CodeBlock } from "../../parts/CodeBlock.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import { useNow } from "../../parts/useNow.ts";
import { loadSlackChannels, slackChannels, testTeamNotices } from "../../state/channels/teamNotices.ts";
import type { ShownTeamNotices } from "../../state/channels/teamNotices.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { deployPath } from "./deployTab.ts";
import { StateBadge } from "./StateBadge.tsx";

interface TeamSlackCardProps {
  place: AgentPlace;
  notices: ShownTeamNotices;
  isReadOnly: boolean;
  channelId: string;
  /** Nothing else is typed: a test shows what is saved. */
  isSaved: boolean;
  error: string | undefined;
  onChange: (channelId: string) => void;
}

/** The Slack channel of the team: which one, how it is, and what the app at Slack needs for it. */
export function TeamSlackCard(props: TeamSlackCardProps): ReactNode {
  const { place, notices, isReadOnly, channelId, isSaved, error, onChange } = props;
  const { isConnected, channel, webhookUrl } = notices.slack;
  const known = useSnapshot(slackChannels);
  const { orgId, agentId } = place;
  const isAsked = isConnected && !isReadOnly;
  useEffect(() => {
    if (isAsked) void loadSlackChannels({ orgId, agentId });
  }, [orgId, agentId, isAsked]);
  const testing = useAction(async () => {
    await testTeamNotices(place);
    showToast("Test message posted");
  });
  const items = known.data?.agentId === agentId ? known.data.value : [];
  const isListed = channel === null || items.some(({ id }) => id === channel.id);
  const options = [
    { value: "", label: "No channel" },
    ...(isListed ? [] : [{ value: channel.id, label: `#${channel.name}` }]),
    ...items.map(({ id, name, isMember }) => ({
      ...{ value: id, label: isMember ? `#${name}` : `#${name} (invite the app first)` },
      isDisabled: !isMember,
    })),
  ];
  if (!isConnected)
    return (
      <Card title="Slack" subtitle="Hand-overs continue in a thread of your team’s channel.">
        <div className={rows}>
          <p>{notices.slack.problem ?? "Slack is not connected to this agent yet."}</p>
          <Link className={buttonClass("secondary", "small")} href={deployPath(place, "channels")}>
            Connect Slack
          </Link>
        </div>
      </Card>
    );
  return (
    <Card title="Slack" subtitle="Replies in a hand-over’s thread are sent to the visitor.">
      <div className={rows}>
        <State notices={notices} />
        <Select
          label="Team channel"
          value={channelId}
          options={options}
          error={error}
          hint="Missing one? Write /invite in it to add the app, then reload."
          isDisabled={isReadOnly}
          onChange={onChange}
        />
        {known.error && (
          <ErrorNotice
            title="Slack’s channels can’t be listed."
            error={known.error}
            onRetry={() => loadSlackChannels(place)}
          />
        )}
        {testing.error && <ErrorNotice title="The test failed." error={testing.error} />}
        {channel && isSaved && !isReadOnly && (
          <div>
            <Button size="small" isBusy={testing.isBusy} onClick={() => void testing.run()}>
              Post a test
            </Button>
          </div>
        )}
        <details open={notices.revision === 0}>
          <summary>What the Slack app needs</summary>
          <ol>
            <li>
              Bot scopes: channels:read, groups:read, channels:history, groups:history, users:read,
              users:read.email and chat:write.
            </li>
            <li>Events: message.channels and message.groups.</li>
            <li>Interactivity on, with the address below as its request URL.</li>
            <li>Install the app again after you change its scopes.</li>
          </ol>
          {webhookUrl ? (
            <CodeBlock code={webhookUrl} label="Copy address" />
          ) : (
            <p>Set PUBLIC_URL to an https address first, so that Slack can reach this server.</p>
          )}
        </details>
      </div>
    </Card>
  );
}

function State({ notices }: { notices: ShownTeamNotices }): ReactNode {
  const now = useNow();
  const { state, problem, lastSentAt } = notices.slack;
  return (
    <div className={stateStyle} role="status">
      <StateBadge state={state} />
      {problem && <span>{problem}</span>}
      {lastSentAt !== null && <span>Last sent {formatRelativeTime(lastSentAt, now)}</span>}
    </div>
  );
}

const rows = css`
  display: grid;
  justify-items: stretch;
  gap: 14px;
  min-width: 0;
  font-size: var(--ph-text-s);
  & > a {
    justify-self: start;
  }
  & p,
  & summary,
  & ol {
    color: var(--ph-text-2);
  }
  & summary {
    min-height: 24px;
    cursor: pointer;
  }
  & ol {
    display: grid;
    gap: 6px;
    margin: 8px 0 12px;
    padding-inline-start: 20px;
  }
`;
const stateStyle = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px 12px;
  color: var(--ph-text-2);
  overflow-wrap: anywhere;
`;
