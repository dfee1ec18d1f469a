import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { McpServer } from "../../../shared/contract/mcps/mcps.ts";
import { Toggle } from "../../../shared/ui/Toggle.tsx";
import { Card } from "../../parts/Card.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useLatestAction } from "../../parts/useLatestAction.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import { switchMcpApps } from "../../state/mcps/mcps.ts";
import type { McpPlace } from "../../state/mcps/mcps.ts";

interface AppsCardProps {
  place: McpPlace;
  server: Snapshot<McpServer>;
}

/** Whether a server's tools may show their results as apps. */
export function AppsCard({ place, server }: AppsCardProps): ReactNode {
  const switching = useLatestAction((isOn: boolean) => switchMcpApps(place, server, isOn));
  return (
    <Card
      title="Apps in chats"
      subtitle="Tools can show results as small apps below answers. Apps run in a closed frame, and visitors confirm every change."
      aside={
        <Toggle
          label="Apps in chats"
          isOn={switching.chosen?.value ?? server.apps}
          isDisabled={!mayDo("mcps.update")}
          onChange={switching.choose}
        />
      }
    >
      {switching.error && <ErrorNotice title="The switch was not saved." error={switching.error} />}
    </Card>
  );
}
