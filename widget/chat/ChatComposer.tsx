import { useEffect, useRef } from "react";
import type { ClipboardEvent, KeyboardEvent, ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Composer } from "../../shared/ui/Composer.tsx";
import { Icon } from "../../shared/ui/Icon.tsx";
import { arrowUp, check } from "../../shared/ui/firstIconPaths.ts";
import { partWords } from "../../shared/words/parts.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { focusWanted } from "../session/focusComposer.ts";
import { chat } from "../session/state.ts";
import { useActions } from "./actions.ts";
import { afterFirstPart } from "./afterFirstPart.ts";
import { answersPart } from "./answersPart.ts";
import { canAttach } from "./mayWrite.ts";
import { createLater } from "./later.ts";
import { useMessages } from "./useMessages.ts";

const drafts = createLater(() => import("./Drafts.tsx").then(({ Drafts }) => Drafts));
const editBar = createLater(() => import("./EditBar.tsx").then(({ EditBar }) => EditBar));

/** Where the visitor writes; offline too, then it says so. */
export function ChatComposer(): ReactNode {
  // At once and not a moment later: a field whose value comes late loses the place of its cursor.
  const { text } = useSnapshot(chat, { sync: true });
  const state = useSnapshot(chat);
  const { configuration, isOnline, editing, notice, drafts: files } = state;
  const messages = useMessages();
  const actions = useActions();
  const field = useRef<HTMLTextAreaElement>(null);
  const Rest = afterFirstPart.usePart();
  const Drafts = drafts.usePart(files.length > 0);
  // What draws them in the message is there when they are sent.
  answersPart.usePart(files.length > 0);
  const EditBar = editBar.usePart(editing !== null);
  useEffect(focusWanted, []);

  const handleKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === "Escape" && editing !== null) {
      event.preventDefault();
      actions.cancelEdit();
    }
    const last = event.key === "ArrowUp" && text === "" && editing === null ? Rest?.findEditable(chat) : null;
    if (!last) return;
    event.preventDefault();
    actions.beginEdit(last);
  };
  const handlePaste = (event: ClipboardEvent<HTMLElement>): void => {
    const pasted = [...(event.clipboardData?.files ?? [])];
    if (pasted.length === 0 || !canAttach(chat)) return;
    event.preventDefault();
    actions.attach(pasted);
  };

  return (
    <>
      {!isOnline && <p role="status">{widgetWords.offline}</p>}
      {notice && <p dir="auto">{notice}</p>}
      <Composer
        field={field}
        value={text}
        onChange={actions.write}
        onSend={actions.send}
        canBeEmpty={files.some(({ delivery }) => delivery === "ready")}
        isHeld={files.some(({ delivery }) => delivery === "sending")}
        isAnswering={messages.some(({ status }) => status === "streaming")}
        onStop={actions.stop}
        placeholder={configuration?.settings.placeholder || widgetWords.placeholder}
        above={
          editing !== null
            ? EditBar && <EditBar field={field} editing={editing} />
            : files.length > 0 && Drafts && <Drafts />
        }
        // The field stands where it will, before the button is there.
        lead={canAttach(state) && (Rest ? <Rest.AttachButton /> : <Icon path="" size={1.75} />)}
        tools={Rest && <Rest.ComposerTools />}
        sendLabel={editing === null ? partWords.send : widgetWords.save}
        sendIcon={editing === null ? arrowUp : check}
        onKeyDown={handleKey}
        onPaste={handlePaste}
      />
    </>
  );
}
