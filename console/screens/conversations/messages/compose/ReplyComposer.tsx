import { Suspense, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { CheckCheck } from "lucide-react";
import { channelNames } from "../../../../../shared/domain/channelNames.ts";
import { maxMessageCharacters } from "../../../../../shared/domain/limits.ts";
import { Composer } from "../../../../../shared/ui/Composer.tsx";
import { IconButton } from "../../../../../shared/ui/IconButton.tsx";
import { sayTooLong } from "../../../../../shared/ui/sayTooLong.ts";
import { css } from "../../../../../shared/ui/style/css.ts";
import { clearFiles, filesOf, readyFiles } from "../../../../state/conversations/files/composedFiles.ts";
import type { ThreadPlace } from "../../../../state/conversations/threads/conversation.ts";
import { draftNameOf } from "../../../../state/conversations/messages/drafts.ts";
import { sendReply } from "../../../../state/conversations/messages/replies.ts";
import { isWaiting } from "../../../../state/conversations/threads/threads.ts";
import type { ShownThread } from "../../../../state/conversations/threads/threads.ts";
import { tellTyping } from "../../../../state/conversations/visitors/typing.ts";
import { goesElsewhere } from "../../threads/goesElsewhere.ts";
import type { ThreadActions } from "../../threads/useThreadActions.ts";
import { fillVariables } from "./fillVariables.ts";
import type { Warning } from "./SendWarning.tsx";
import { useCanned } from "./useCanned.tsx";
import { useClosedWindow } from "./useClosedWindow.ts";
import { useFiles } from "./useFiles.tsx";
import { useRepliesSince } from "./useRepliesSince.ts";
import { useVoiceNote } from "./useVoiceNote.tsx";
import { useWriteMenu } from "./useWriteMenu.tsx";
import { SendWarning } from "./SendWarning.tsx";
import { ChannelPreview, PreviewButton } from "../../threads/foot.ts";
import { Assist } from "../../threads/asides.ts";

interface ReplyComposerProps {
  agentName: string;
  place: ThreadPlace;
  thread: ShownThread;
  actions: ThreadActions;
  typed: string;
  onType: (text: string) => void;
  autoFocus: boolean;
  /** Further tools; `isReady`: there is something to send, and all of it is there. */
  tools: (isReady: boolean) => ReactNode;
}

/** The field for a reply. `/` finds a canned one; variables that nothing is known for are told before it is sent. */
export function ReplyComposer(props: ReplyComposerProps): ReactNode {
  const { agentName, place, thread, actions, typed, onType, autoFocus, tools } = props;
  const [warning, setWarning] = useState<(Warning & { resolves: boolean }) | null>(null);
  const [isPreviewed, setIsPreviewed] = useState(false);
  const files = filesOf(place, draftNameOf("reply", place.threadId));
  const { values, source } = useCanned(files, { contact: thread.contact, agentName });
  const { button, list, onPaste, hasReady, ...chosen } = useFiles(files);
  const voice = useVoiceNote(files, "reply");
  const closed = useClosedWindow(place.threadId);
  const isHeld = chosen.isHeld || voice.isOpen || closed !== null;
  const meanwhile = useRepliesSince(place.threadId);

  const change = (text: string) => {
    onType(text);
    setWarning(null);
    if (!text) return meanwhile.end();
    meanwhile.begin();
    // The agent may still answer: visitors see a member typing only after the first reply.
    if (thread.handledBy === "human" && !isWaiting(thread)) tellTyping(place);
  };
  const isTooLong = sayTooLong(typed.trim(), maxMessageCharacters) !== undefined;
  const isReady = !isHeld && !isTooLong && (hasReady || typed.trim() !== "");
  /** What was not stored at once is resolved when it is. */
  const send = async (content: string, resolves: boolean) => {
    if (isHeld) return;
    change("");
    const sending = sendReply(place, { content, attachments: readyFiles(files), resolves });
    clearFiles(files);
    if ((await sending) && resolves) await actions.run("resolve");
  };
  /** Asks first, once, what the writer may not know. */
  const check = (text: string, resolves = false) => {
    const { text: filled, unknown } = fillVariables(text, values);
    const replier = meanwhile.findReplier();
    if (unknown.length === 0 && replier === null) return void send(filled, resolves);
    onType(filled);
    setWarning({ unknown, replier, resolves });
  };
  const writing = useWriteMenu({ value: typed, onChange: change, sources: [source] });
  const sendAndResolve = () => isReady && check(typed.trim(), true);
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    writing.onKeyDown(event);
    const isAsked = event.key === "Enter" && event.shiftKey && (event.metaKey || event.ctrlKey);
    if (!isAsked || event.defaultPrevented) return;
    event.preventDefault();
    sendAndResolve();
  };
  const isElsewhere = goesElsewhere(thread);
  const label = `Reply to ${thread.contact.name}`;
  return (
    <div className={frame}>
      {writing.menu}
      {warning && <SendWarning {...warning} onSend={() => void send(typed.trim(), warning.resolves)} />}
      {closed && (
        <p className={over} role="status">
          The {channelNames[closed]} reply window has closed. You can reply when {thread.contact.name} writes
          again.
        </p>
      )}
      <Composer
        value={typed}
        onChange={change}
        onSend={(text) => check(text)}
        field={writing.field}
        onKeyDown={handleKey}
        onBlur={writing.onBlur}
        onPaste={onPaste}
        canBeEmpty={hasReady}
        isHeld={isHeld}
        placeholder={`${label}; / for canned replies`}
        label={label}
        autoFocus={autoFocus}
        above={
          <>
            <Suspense fallback={<div className={toHelp} />}>
              <Assist {...{ place, agentName, typed }} onType={change} field={writing.field} />
            </Suspense>
            {voice.panel}
            {list}
          </>
        }
        tools={
          <span>
            {button}
            {voice.button}
            {tools(isReady)}
            {isElsewhere && (
              <Suspense fallback={null}>
                <PreviewButton
                  {...{ place, isOpen: isPreviewed }}
                  onToggle={() => setIsPreviewed(!isPreviewed)}
                />
              </Suspense>
            )}
            <IconButton label="Send and resolve" size="small" disabled={!isReady} onClick={sendAndResolve}>
              <CheckCheck size={18} aria-hidden />
            </IconButton>
          </span>
        }
      />
      {isElsewhere && isPreviewed && (
        <Suspense fallback={null}>
          <ChannelPreview place={place} typed={fillVariables(typed, values).text} files={files} />
        </Suspense>
      )}
    </div>
  );
}

const frame = css`
  container: reply / inline-size;
  position: relative;
  display: grid;
  gap: 8px;
  min-width: 0;
  /* Where all do not fit beside each other, the whole width is to write in. */
  @container reply (max-width: 560px) {
    & textarea {
      flex-basis: 100%;
    }
    & textarea + span {
      flex: 1;
    }
  }
`;
const over = css`
  font-size: var(--ph-text-s);
  color: var(--ph-warning-text);
`;
const toHelp = css`
  flex: 1 0 100%;
  height: 32px;
`;
