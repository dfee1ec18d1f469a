import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Smartphone, Users, Volume2, VolumeX } from "lucide-react";
import { standalonePath } from "../../../../shared/domain/standalone.ts";
import { RowMenu } from "../../../parts/RowMenu.tsx";
import { inboxSound, switchSound } from "../../../state/conversations/inbox/inboxSound.ts";
import { isInboxOnly } from "../../../state/conversations/inbox/isInboxOnly.ts";
import { browser } from "../../../state/platform/browser.ts";
import { navigate } from "../../../state/shell/navigation.ts";
import { agentTabPath, allAgents } from "../../../state/shell/paths.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { readLocationPath } from "../../../../shared/client/basePath.ts";

/** What is seldom needed above the list: the sound of what comes in, and the ways to the people and to the inbox as an app. */
export function ListLinks({ place }: { place: AgentPlace }): ReactNode {
  const { isOn } = useSnapshot(inboxSound);
  const Sound = isOn ? VolumeX : Volume2;
  // The inbox without the console bar, which can be installed, leads nowhere else; nor to people where the guard sends back.
  // All agents together have neither.
  const isInConsole = readLocationPath().startsWith("/accounts/") && place.agentId !== allAgents;
  return (
    <RowMenu
      label="More for the inbox"
      actions={[
        {
          label: isOn ? "Mute sound" : "Turn on sound",
          icon: <Sound size={16} aria-hidden />,
          onChoose: () => switchSound(!isOn),
        },
        ...(isInConsole && !isInboxOnly()
          ? [
              {
                label: "Open contacts",
                icon: <Users size={16} aria-hidden />,
                onChoose: () => navigate(agentTabPath({ ...place, tab: "inbox/contacts" })),
              },
            ]
          : []),
        ...(isInConsole
          ? [
              {
                label: "Open as an app",
                icon: <Smartphone size={16} aria-hidden />,
                // A page of its own: what is installed begins there, with its own head and worker.
                onChoose: () => browser.go(standalonePath(place)),
              },
            ]
          : []),
      ]}
    />
  );
}
