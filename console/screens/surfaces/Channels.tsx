import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { channels, loadChannels, watchChannels } from "../../state/channels/channels.ts";
import { AvatarCard } from "./AvatarCard.tsx";
import { ChannelCard } from "./ChannelCard.tsx";
import type { DeployTabProps } from "./deployTab.ts";
import { useFollowed } from "./useFollowed.ts";

const followed = { load: loadChannels, watch: watchChannels };

/** The messengers and the mailbox by which people can write to the agent. Each takes effect immediately. */
export default function Channels({ place, surface, isReadOnly, onUnsaved }: DeployTabProps): ReactNode {
  const resource = useSnapshot(channels);
  useFollowed(followed, { place, onUnsaved });
  const own = resource.data?.agentId === place.agentId ? resource.data : null;
  return (
    <Loaded
      resource={{ ...resource, data: own }}
      skeleton={
        <div className={columns}>
          {[1, 2, 3, 4].map((key) => (
            <Card key={key}>
              <Skeleton height="64px" />
            </Card>
          ))}
        </div>
      }
      needs="surfaces.read"
      onRetry={() => loadChannels(place)}
    >
      {({ items }) => (
        <div className={columns}>
          {items.map((channel) => (
            <ChannelCard key={channel.type} place={place} channel={channel} isReadOnly={isReadOnly} />
          ))}
          <AvatarCard place={place} hasCalls={surface.settings.hasCalls} isReadOnly={isReadOnly} />
        </div>
      )}
    </Loaded>
  );
}

const columns = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(420px, 100%), 1fr));
  align-items: start;
  gap: 16px;
`;
