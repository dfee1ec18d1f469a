import { useEffect, useEffectEvent, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Lock, Reply } from "lucide-react";
import { css } from "../../../../shared/ui/style/css.ts";
import { Choices } from "../../../parts/Choices.tsx";
import { useKeptFocus } from "../../../parts/useKeptFocus.ts";
import { draftNameOf, givenBack, readDraft } from "../../../state/conversations/messages/drafts.ts";
import { addShortcuts } from "../../../state/shell/shortcuts.ts";
import { voiceNote } from "../../../state/conversations/files/composedFiles.ts";
import { ReplyField } from "./compose/ReplyField.tsx";
import type { ReplyBarProps } from "./compose/replyBarProps.ts";
import { Colleagues } from "./compose/Colleagues.tsx";
import { OutOfReach } from "./compose/OutOfReach.tsx";
import { ScheduledReplies } from "./compose/ScheduledReplies.tsx";
import { OfflineHint } from "./compose/OfflineHint.tsx";
import { SilentSince } from "./compose/SilentSince.tsx";
import { NoteField } from "./compose/NoteField.tsx";

const modes = [
  { value: "reply", label: "Reply", icon: <Reply size={14} aria-hidden /> },
  { value: "note", label: "Note", icon: <Lock size={14} aria-hidden /> },
] as const;
type Mode = (typeof modes)[number]["value"];

/** Where a person writes: to the visitor, or a note that only the team sees, drawn so that nobody takes one for the other. */
export default function ReplyBar(props: ReplyBarProps): ReactNode {
  const { agentName, isPaused, thread, onHandBack } = props;
  const { threadId } = props.place;
  const kept = useKeptFocus<HTMLDivElement>();
  const frame = kept.ref;
  const isRecording = useSnapshot(voiceNote).isOpen;
  const { times } = useSnapshot(givenBack);
  const [timesBefore] = useState(times);
  const hasNote = readDraft(draftNameOf("note", threadId)) !== "";
  const [mode, setMode] = useState<Mode>(hasNote ? "note" : "reply");
  const [timesAsked, setTimesAsked] = useState(0);
  const begin = useEffectEvent((wanted: Mode) => {
    setMode(wanted);
    setTimesAsked(timesAsked + 1);
  });
  useEffect(() => {
    return addShortcuts({
      title: "Write",
      shortcuts: [
        { keys: "r", label: "Reply", run: () => begin("reply") },
        { keys: "n", label: "Private note", run: () => begin("note") },
        // The fields do it.
        { keys: "mod+shift+enter", label: "Send and resolve" },
        { keys: "escape", label: "Leave the field, or close a dialog" },
      ],
    });
  }, []);
  useEffect(() => {
    if (times > timesBefore) begin("reply");
  }, [times, timesBefore]);
  useEffect(() => {
    const find = (what: string) => frame.current?.querySelector<HTMLElement>(what);
    if (timesAsked > 0) (find("textarea") ?? find("[data-take-over]"))?.focus();
  }, [timesAsked]);
  return (
    <div {...kept} className={bar} onKeyDown={leaveField} data-reply="">
      <ScheduledReplies place={props.place} contactName={thread.contact.name} />
      <Colleagues />
      <OfflineHint />
      <OutOfReach agentName={agentName} isPaused={isPaused} thread={thread} />
      <div className={above}>
        <Choices
          label="What you write"
          value={mode}
          options={modes}
          onChange={setMode}
          {...(isRecording && { heldBy: "Add or discard your voice note first." })}
        />
        {thread.handledBy === "human" && <SilentSince since={thread.silentSince} onHandBack={onHandBack} />}
      </div>
      {mode === "reply" ? (
        <ReplyField key={times} {...props} isBegun={timesAsked > 0} />
      ) : (
        <NoteField {...props} isBegun={timesAsked > 0} />
      )}
    </div>
  );
}

/** From a field the single keys are not to be had: Escape gives the focus to what was said, where they are. */
function leaveField(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget } = event;
  const isLeft = event.key === "Escape" && !event.defaultPrevented && !event.nativeEvent.isComposing;
  // Dialogs that are drawn from within tell of theirs here too.
  if (!isLeft || !(target instanceof HTMLTextAreaElement && currentTarget.contains(target))) return;
  currentTarget.closest("section")?.querySelector<HTMLElement>("[role=log]")?.focus({ preventScroll: true });
}

const bar = css`
  display: grid;
  gap: 8px;
  min-width: 0;
`;
const above = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 4px 16px;
`;
