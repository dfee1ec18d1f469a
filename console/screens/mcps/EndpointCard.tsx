import { useCallback, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { CopyButton } from "../../../shared/ui/CopyButton.tsx";
import { Select } from "../../../shared/ui/Select.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Toggle } from "../../../shared/ui/Toggle.tsx";
import { Card } from "../../parts/Card.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { useLatestAction } from "../../parts/useLatestAction.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import { loadMcpEndpoint, mcpEndpoint, switchMcpEndpoint } from "../../state/mcps/mcps.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { clientConfigs } from "./clientConfigs.ts";

/** The agent as an MCP server: whether it answers, where, and what to paste into the programs that ask it. */
export function EndpointCard({ place }: { place: AgentPlace }): ReactNode {
  const { orgId, agentId } = place;
  const resource = useSnapshot(mcpEndpoint);
  const [chosen, setChosen] = useState("claude-code");
  const read = useCallback(() => loadMcpEndpoint({ orgId, agentId }), [orgId, agentId]);
  useEffect(() => void read(), [read]);
  const switching = useLatestAction((isOn: boolean) => switchMcpEndpoint(place, isOn));
  return (
    <Loaded
      resource={resource}
      needs="mcps.read"
      failedTitle="The agent's MCP server could not be read."
      onRetry={() => void read()}
      skeleton={<Skeleton height="96px" />}
    >
      {({ isEnabled, url }) => {
        const isOn = switching.chosen?.value ?? isEnabled;
        const config = clientConfigs.find(({ value }) => value === chosen);
        const code = config?.write(url) ?? "";
        return (
          <Card
            title="This agent as an MCP server"
            subtitle="Other programs can ask it, search its sources and start conversations."
            aside={
              <Toggle
                label="This agent as an MCP server"
                isOn={isOn}
                isDisabled={!mayDo("mcps.update")}
                onChange={switching.choose}
              />
            }
          >
            {switching.error && <ErrorNotice title="The switch was not saved." error={switching.error} />}
            {isOn && (
              <div className={frame}>
                <div className={address}>
                  <code>{url}</code>
                  <CopyButton text={url} label="Copy address" />
                </div>
                <Select label="Set up in" value={chosen} options={clientConfigs} onChange={setChosen} />
                <div className={block}>
                  <pre tabIndex={0}>
                    <code>{code}</code>
                  </pre>
                  <CopyButton text={code} label="Copy setup" />
                </div>
                <p>
                  Use an API key with “Reply in conversations” and “Read knowledge”, or a visitor's identity
                  token.
                </p>
              </div>
            )}
          </Card>
        );
      }}
    </Loaded>
  );
}

const frame = css`
  display: grid;
  gap: 16px;
  min-width: 0;
  & > p {
    color: var(--ph-text-2);
  }
`;
const address = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  & > code {
    min-width: 0;
    font: var(--ph-text-s) / 1.5 var(--ph-mono);
    overflow-wrap: anywhere;
  }
`;
const block = css`
  display: grid;
  justify-items: end;
  min-width: 0;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius-s);
  background: var(--ph-sunken);
  & > pre {
    width: 100%;
    margin: 0;
    padding: 12px 14px 6px;
    font: var(--ph-text-s) / 1.6 var(--ph-mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  & > button {
    margin: 0 4px 4px;
  }
`;
