import { useEffect, useEffectEvent } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { Card } from "../../parts/Card.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { useQuery } from "../../parts/useQuery.ts";
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
  useReturn();
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

/** Tells somebody who comes back from a provider how it went. */
function useReturn(): void {
  const query = useQuery();
  const [installed, error] = [query.read("installed"), query.read("connectError")];
  const tell = useEffectEvent(() => {
    if (error) showToast(describeReturn(error), "danger");
    else showToast("The app was added");
    query.set({ installed: null, connectError: null }, { replace: true });
  });
  useEffect(() => {
    if (installed || error) tell();
  }, [installed, error]);
}

function describeReturn(code: string): string {
  if (code === "provider_cancelled") return "The app was not added. Try again.";
  if (code === "name_taken")
    return "Another agent already answers in this workspace. Remove the app in Slack, then add it again.";
  if (code === "conflict") return "Someone else changed this channel at the same time. Try again.";
  if (code === "surface_refused") return "Add the app to one workspace, not to the whole organization.";
  if (code === "forbidden") return "Your role can’t connect channels. Ask an administrator.";
  return "The app could not be added. Try again.";
}

const columns = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(420px, 100%), 1fr));
  align-items: start;
  gap: 16px;
`;
