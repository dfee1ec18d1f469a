import { Suspense, lazy, useState } from "react";
import type { ReactNode } from "react";
import { Composer } from "../../../../shared/ui/Composer.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { clearFiles, filesOf, readyFiles } from "../../../state/composedFiles.ts";
import type { ThreadPlace } from "../../../state/conversation.ts";
import { sendReply } from "../../../state/replies.ts";
import type { ShownThread } from "../../../state/threads.ts";
import { tellTyping } from "../../../state/typing.ts";
import { fillVariables } from "./fillVariables.ts";
import type { Warning } from "./SendWarning.tsx";
import { useCanned } from "./useCanned.tsx";
import { draftNameOf } from "./useDraft.ts";
import { useFiles } from "./useFiles.tsx";
import { useMeanwhile } from "./useMeanwhile.ts";
import { useWriteMenu } from "./useWriteMenu.tsx";

/** Seldom seen. */
const SendWarning = lazy(() => import("./SendWarning.tsx"));
/** Nobody waits for it to write. */
const Assist = lazy(() => import("../assist/Assist.tsx"));

interface ReplyComposerProps {
  agentName: string;
  place: ThreadPlace;
  thread: ShownThread;
  typed: string;
  onType: (text: string) => void;
  autoFocus: boolean;
  /** Further tools; `isReady`: there is something to send, and all of it is there. */
  tools: (isReady: boolean) => ReactNode;
}

/** The field for a reply. `/` finds a canned one; variables that nothing is known for are told before it is sent. */
export default function ReplyComposer(props: ReplyComposerProps): ReactNode {
  const { agentName, place, thread, typed, onType, autoFocus, tools } = props;
  const [warning, setWarning] = useState<Warning | null>(null);
  const files = filesOf(place, draftNameOf("reply", place.threadId));
  const { values, source } = useCanned(files, { contact: thread.contact, agentName });
  const { button, list, onPaste, isHeld, hasReady } = useFiles(files);
  const meanwhile = useMeanwhile(place.threadId);

  const change = (text: string) => {
    onType(text);
    setWarning(null);
    if (!text) return meanwhile.end();
    meanwhile.begin();
    tellTyping(place);
  };
  const send = (content: string) => {
    if (isHeld) return;
    change("");
    void sendReply(place, { content, attachments: readyFiles(files) });
    clearFiles(files);
  };
  /** Asks first, once, what the writer may not know. */
  const check = (text: string) => {
    const { text: filled, unknown } = fillVariables(text, values);
    const replier = meanwhile.findReplier();
    if (unknown.length === 0 && replier === null) return send(filled);
    onType(filled);
    setWarning({ unknown, replier });
  };
  const writing = useWriteMenu({ value: typed, onChange: change, sources: [source] });
  const label = `Reply to ${thread.contact.name}`;
  return (
    <div className={frame}>
      {writing.menu}
      {warning && (
        <Suspense fallback={null}>
          <SendWarning {...warning} onSend={() => send(typed.trim())} />
        </Suspense>
      )}
      <Composer
        value={typed}
        onChange={change}
        onSend={check}
        field={writing.field}
        onKeyDown={writing.onKeyDown}
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
            {list}
          </>
        }
        tools={
          <span>
            {button}
            {tools(!isHeld && (hasReady || typed.trim() !== ""))}
          </span>
        }
      />
    </div>
  );
}

const frame = css`
  position: relative;
  display: grid;
  gap: 8px;
  min-width: 0;
`;
const toHelp = css`
  flex: 1 0 100%;
  height: 32px;
`;
