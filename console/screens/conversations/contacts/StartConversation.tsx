import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Composer } from "../../../../shared/ui/Composer.tsx";
import { Dialog } from "../../../../shared/ui/Dialog.tsx";
import { Select } from "../../../../shared/ui/Select.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { agents } from "../../../state/agents/agents.ts";
import { newClientId } from "../../../state/conversations/messages/clientId.ts";
import { composeFiles, readyFiles } from "../../../state/conversations/files/composedFiles.ts";
import { beginConversation } from "../../../state/conversations/threads/initiateChat.ts";
import { navigate } from "../../../state/shell/navigation.ts";
import { inboxPath } from "../../../state/shell/paths.ts";
import { inShownLayout } from "../../../state/conversations/inbox/shownLayout.ts";
import { fillVariables } from "../messages/compose/fillVariables.ts";
import { SendWarning } from "../messages/compose/SendWarning.tsx";
import { useCanned } from "../messages/compose/useCanned.tsx";
import { useDraft } from "../messages/compose/useDraft.ts";
import { useFiles } from "../messages/compose/useFiles.tsx";
import { useWriteMenu } from "../messages/compose/useWriteMenu.tsx";
import { surfaceNames } from "../../../parts/surfaceNames.ts";
import type { ContactDialogProps } from "./contactDialogProps.ts";

/** Writes first to a person, and opens the conversation that begins with it. */
export function StartConversation(props: ContactDialogProps): ReactNode {
  const { contact, onClose } = props;
  const { name, reachableBy } = contact;
  const [surface] = reachableBy;
  return (
    <Dialog
      title={`Start a conversation with ${name}`}
      width={520}
      onClose={onClose}
      actions={<Button onClick={onClose}>{surface === undefined ? "Close" : "Cancel"}</Button>}
    >
      {surface === undefined ? (
        <p>They couldn’t see your message. {describeWhyNot(contact)}</p>
      ) : (
        <FirstMessage {...props} surfaces={reachableBy} first={surface} />
      )}
    </Dialog>
  );
}

interface FirstMessageProps extends ContactDialogProps {
  surfaces: readonly string[];
  first: string;
}

function FirstMessage({ place, contact, surfaces, first, onClose }: FirstMessageProps): ReactNode {
  const agentName =
    useSnapshot(agents).items.find(({ id }) => id === place.agentId)?.configuration.name ?? "";
  const [surface, setSurface] = useState(first);
  const [typed, setTyped] = useDraft("firstMessage", contact.id);
  const [unknown, setUnknown] = useState<string[]>([]);
  const [files] = useState(() => composeFiles(place));
  const { values, source } = useCanned(files, { contact, agentName });
  const { button, list, onPaste, isHeld, hasReady } = useFiles(files);
  /** One for each message: sent again after a failure, it is begun once; changed meanwhile, it is another. */
  const [sent, setSent] = useState({ clientId: newClientId(), what: "" });
  const sending = useAction(async (content: string) => {
    const attachments = readyFiles(files).map(({ id }) => id);
    const what = JSON.stringify([surface, content, attachments]);
    const clientId = sent.what === what ? sent.clientId : newClientId();
    setSent({ clientId, what });
    const threadId = await beginConversation(place, surface, { clientId, content, attachments });
    setTyped("");
    onClose();
    navigate(inShownLayout(`${inboxPath(place)}/${encodeURIComponent(threadId)}`));
  });
  const change = (text: string) => {
    setTyped(text);
    setUnknown([]);
  };
  /** Asks first, once, where a variable would go out as it stands. */
  const send = (text: string) => {
    if (sending.isBusy) return;
    const filled = fillVariables(text, values);
    setTyped(filled.text);
    setUnknown(filled.unknown);
    if (filled.unknown.length === 0) void sending.run(filled.text);
  };
  const writing = useWriteMenu({ value: typed, onChange: change, sources: [source] });
  return (
    <div className={body}>
      <p>
        {surfaces.length > 1
          ? "They see it immediately if they are there, otherwise on their next visit."
          : `They see it in the ${(surfaceNames[first] ?? first).toLowerCase()}, now or on their next visit.`}{" "}
        The conversation is yours: {agentName || "the agent"} pauses there until you hand it back.
      </p>
      {surfaces.length > 1 && (
        <Select
          label="Where"
          value={surface}
          onChange={setSurface}
          options={surfaces.map((one) => ({ value: one, label: surfaceNames[one] ?? one }))}
        />
      )}
      {unknown.length > 0 && (
        <SendWarning {...{ unknown, replier: null }} onSend={() => void sending.run(typed.trim())} />
      )}
      <div>
        {writing.menu}
        <Composer
          value={typed}
          onChange={change}
          onSend={send}
          isHeld={sending.isBusy || isHeld}
          canBeEmpty={hasReady}
          onPaste={onPaste}
          above={list}
          tools={<span>{button}</span>}
          field={writing.field}
          onKeyDown={writing.onKeyDown}
          onBlur={writing.onBlur}
          label={`Message to ${contact.name}`}
          placeholder="Write the first message; / for canned replies"
          autoFocus
        />
      </div>
      {sending.error && <ErrorNotice error={sending.error} />}
    </div>
  );
}

function describeWhyNot({ blockedAt, verified }: ContactDialogProps["contact"]): string {
  if (blockedAt !== null) return "They are blocked and couldn’t reply. Unblock them first.";
  if (verified) return "This AI Agent is paused, or neither its chat widget nor its hosted page is on.";
  return "They have been away from the chat for 30 days or signed out, and your site doesn’t sign them in. Or the agent is paused or off.";
}

const body = css`
  display: grid;
  gap: 14px;
  & > p {
    color: var(--ph-text-2);
  }
  & > :has(textarea) {
    position: relative;
    min-width: 0;
  }
`;
