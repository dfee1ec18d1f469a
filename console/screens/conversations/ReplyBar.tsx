import { useState } from "react";
import type { ReactNode } from "react";
import { Hand } from "lucide-react";
import { Button } from "../../../shared/ui/Button.tsx";
import { Composer } from "../../../shared/ui/Composer.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import type { ThreadPlace } from "../../state/conversation.ts";
import { sendReply } from "../../state/replies.ts";
import { keptForTab } from "../../state/storage.ts";
import { isWaiting } from "../../state/threads.ts";
import type { ShownThread } from "../../state/threads.ts";
import { tellTyping } from "../../state/typing.ts";
import { replyTarget } from "./inboxKeys.ts";
import type { ThreadActions } from "./useThreadActions.ts";

interface ReplyBarProps {
  agentName: string;
  place: ThreadPlace;
  thread: ShownThread;
  actions: ThreadActions;
}

/** Where a person writes: after taking over, so that the agent and a person never speak at once. */
export function ReplyBar({ agentName, place, thread, actions }: ReplyBarProps): ReactNode {
  const draftName = `reply:${place.threadId}`;
  const [typed, setTyped] = useState(() => keptForTab.read(draftName) ?? "");
  const [hasTaken, setHasTaken] = useState(false);
  const change = (text: string) => {
    setTyped(text);
    if (!text) return keptForTab.remove(draftName);
    keptForTab.write(draftName, text);
    tellTyping(place);
  };
  const waits = isWaiting(thread);
  if (thread.handledBy === "ai" || waits) {
    return (
      <div className={offer}>
        <p>
          {waits
            ? `${agentName} is silent. Take over to write yourself.`
            : thread.status === "resolved"
              ? "This conversation is resolved."
              : `${agentName} answers here. Take over to write yourself; it is silent then.`}
        </p>
        <Button
          kind="primary"
          isBusy={actions.isBusy}
          icon={<Hand size={16} aria-hidden />}
          onClick={() => {
            // Before it is done: the composer takes the focus when it comes, whoever tells of it first.
            setHasTaken(true);
            void actions.run("takeOver");
          }}
          {...{ [replyTarget]: "" }}
        >
          Take over
        </Button>
      </div>
    );
  }
  return (
    <div {...{ [replyTarget]: "" }}>
      <Composer
        value={typed}
        onChange={change}
        onSend={(text) => {
          change("");
          void sendReply(place, text);
        }}
        placeholder={`Reply to ${thread.contact.name}`}
        label={`Reply to ${thread.contact.name}`}
        autoFocus={hasTaken}
      />
    </div>
  );
}

const offer = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px 16px;
  & > p {
    flex: 1 1 220px;
    color: var(--ph-text-2);
  }
`;
