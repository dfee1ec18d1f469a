import type { ReactNode } from "react";
import { showToast } from "../../../shared/ui/toasts.ts";
import { Toggle } from "../../../shared/ui/Toggle.tsx";
import { Card } from "../../parts/Card.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { changeAtOnce } from "../../state/surfaces/surface.ts";
import type { ShownSurface } from "../../state/surfaces/surface.ts";
import { LastSeen } from "./LastSeen.tsx";

interface SwitchCardProps {
  place: AgentPlace;
  surface: ShownSurface;
  isReadOnly: boolean;
}

/** The switch that takes the chat off all sites, and whether a page has loaded it. */
export function SwitchCard({ place, surface, isReadOnly }: SwitchCardProps): ReactNode {
  const { enabled } = surface;
  const switching = useAction(async (isOn: boolean) => {
    await changeAtOnce(place, () => ({ enabled: isOn }));
    showToast(isOn ? "The chat is on" : "The chat is off");
  });
  return (
    <Card
      title="Chat widget"
      subtitle={enabled ? "On. Sites that load it show the agent." : "Off. It shows on no site."}
      aside={
        <Toggle
          isOn={enabled}
          size="large"
          label="Chat widget is on"
          isDisabled={isReadOnly}
          onChange={(isOn) => void switching.run(isOn)}
        />
      }
    >
      {switching.error && <ErrorNotice title="The switch was not changed." error={switching.error} />}
      <LastSeen lastSeen={surface.lastSeen} />
    </Card>
  );
}
