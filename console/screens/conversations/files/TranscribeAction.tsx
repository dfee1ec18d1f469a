import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Captions } from "lucide-react";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { transcribe } from "../../../state/conversations/messages/assist.ts";
import { conversation } from "../../../state/conversations/threads/conversation.ts";
import type { ShownMessage, ThreadPlace } from "../../../state/conversations/threads/conversation.ts";
import { defaultModels, loadDefaultModels } from "../../../state/models/modelKeys.ts";
import { mayDo } from "../../../state/accounts/organization.ts";

interface WriteDownProps {
  place: ThreadPlace;
  message: ShownMessage;
}

/** Has what a visitor said written down, where no agent listens; not there where no model for speech is chosen. */
export function TranscribeAction({ place, message }: WriteDownProps): ReactNode {
  const { orgId } = place;
  const { data: presets } = useSnapshot(defaultModels);
  const { messages } = useSnapshot(conversation);
  const isUnread = presets === null;
  useEffect(() => {
    if (isUnread) void loadDefaultModels(orgId);
  }, [orgId, isUnread]);
  const writing = useAction(() => transcribe(place, message.id));
  const isListenedTo = messages.some(
    ({ role, status, position }) =>
      role === "assistant" && status === "streaming" && position > message.position,
  );
  if (!presets?.speech || isListenedTo || !mayDo("conversations.reply")) return null;
  return (
    <div className={frame}>
      <Button
        size="small"
        icon={<Captions size={16} aria-hidden />}
        isBusy={writing.isBusy}
        title="The agent is charged for it once, and the visitor sees the words too."
        onClick={() => void writing.run()}
      >
        {writing.isBusy ? "Writing it down" : "Write down"}
      </Button>
      {writing.error && <ErrorNotice title="It was not transcribed." error={writing.error} />}
    </div>
  );
}

const frame = css`
  display: grid;
  justify-items: start;
  gap: 6px;
`;
