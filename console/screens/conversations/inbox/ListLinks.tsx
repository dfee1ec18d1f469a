import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Smartphone, Users, Volume2, VolumeX } from "lucide-react";
import { Link } from "wouter";
import { standalonePath } from "../../../../shared/domain/standalone.ts";
import { IconButton } from "../../../../shared/ui/IconButton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { inboxSound, switchSound } from "../../../state/conversations/inbox/inboxSound.ts";
import { isInboxOnly } from "../../../state/conversations/inbox/isInboxOnly.ts";
import { agentTabPath } from "../../../state/shell/paths.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";

/** Above the list: the sound of what comes in, and the ways to the people and to the inbox as an app. */
export default function ListLinks({ place }: { place: AgentPlace }): ReactNode {
  const { isOn } = useSnapshot(inboxSound);
  const Sound = isOn ? Volume2 : VolumeX;
  return (
    <>
      <IconButton
        label="Sound for what comes in"
        title={isOn ? "A sound tells of what comes in" : "Nothing sounds for what comes in"}
        size="small"
        aria-pressed={isOn}
        onClick={() => switchSound(!isOn)}
      >
        <Sound size={17} aria-hidden />
      </IconButton>
      {location.pathname.startsWith("/accounts/") && <WaysOut place={place} />}
    </>
  );
}

/** The inbox without the console bar, which can be installed, leads nowhere else; nor to people where the guard sends back. */
function WaysOut({ place }: { place: AgentPlace }): ReactNode {
  return (
    <>
      {!isInboxOnly() && (
        <Link
          href={agentTabPath({ ...place, tab: "inbox/contacts" })}
          className={link}
          aria-label="Contacts"
          title="Contacts"
        >
          <Users size={17} aria-hidden />
        </Link>
      )}
      {/* A page of its own: what is installed begins there, with its own head and worker. */}
      <a
        href={standalonePath(place)}
        className={link}
        aria-label="Open as an app"
        title="Open as an app, to install on this device or a phone"
      >
        <Smartphone size={17} aria-hidden />
      </a>
    </>
  );
}

const link = css`
  display: grid;
  place-items: center;
  width: 40px;
  height: 40px;
  border-radius: 50%;
  color: var(--ph-text-2);
  &:hover {
    background: var(--ph-hover);
    color: var(--ph-text);
  }
`;
