import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Eye } from "lucide-react";
import { channelKinds } from "../../../../../shared/domain/channels.ts";
import { IconButton } from "../../../../../shared/ui/IconButton.tsx";
import { threadChannel } from "../../../../state/channels/threadChannel.ts";
import type { ThreadPlace } from "../../../../state/conversations/threads/conversation.ts";

interface PreviewButtonProps {
  place: ThreadPlace;
  isOpen: boolean;
  onToggle: () => void;
}

/** Shows below the field what a reply becomes on its channel; nothing where replies are read in the chat, or spoken. */
export function PreviewButton({ place, isOpen, onToggle }: PreviewButtonProps): ReactNode {
  const { data } = useSnapshot(threadChannel);
  const type = data?.threadId === place.threadId ? data.channel?.type : undefined;
  if (!type || channelKinds[type].isLive) return null;
  return (
    <IconButton
      label={`Preview on ${channelKinds[type].name}`}
      size="small"
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      <Eye size={18} aria-hidden />
    </IconButton>
  );
}
