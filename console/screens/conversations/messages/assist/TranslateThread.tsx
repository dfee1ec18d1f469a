import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Languages } from "lucide-react";
import { nameLanguage } from "../../../../../shared/domain/nameLanguage.ts";
import { Button } from "../../../../../shared/ui/Button.tsx";
import { cx, css } from "../../../../../shared/ui/style/css.ts";
import { plural } from "../../../../../shared/words/language.ts";
import { assist, loadAssistance } from "../../../../state/conversations/messages/assist.ts";
import { conversation } from "../../../../state/conversations/threads/conversation.ts";
import type { ThreadPlace } from "../../../../state/conversations/threads/conversation.ts";
import {
  listUntranslated,
  showKept,
  showOriginals,
  showTranslated,
  threadTranslation,
} from "../../../../state/conversations/messages/threadTranslation.ts";
import { ownReading } from "../../../../state/conversations/messages/translations.ts";
import { detailsPart } from "../../threads/detailsPart.ts";
import { helpWords } from "./helpWords.ts";

/** Shows a whole conversation in the reader's language, whatever its author; hidden if no model can translate. */
export function TranslateThread({ place }: { place: ThreadPlace }): ReactNode {
  const { orgId, agentId, threadId } = place;
  const { read, threadId: readOf } = useSnapshot(assist);
  const { messages, threadId: openId } = useSnapshot(conversation);
  const { threadId: shownId, isBusy, error } = useSnapshot(threadTranslation);
  const isOn = shownId === threadId;
  const toggle = useRef<HTMLButtonElement>(null);
  useEffect(() => void loadAssistance({ orgId, agentId, threadId }), [orgId, agentId, threadId]);
  useEffect(() => {
    return () => {
      if (threadTranslation.threadId === threadId) showOriginals();
    };
  }, [threadId]);
  useEffect(() => {
    if (isOn) showKept(conversation.messages);
  }, [isOn, messages]);
  const writer = readOf === threadId && read ? read.writer : null;
  if (!writer || openId !== threadId || messages.length === 0) return null;
  const missing = listUntranslated(messages as typeof conversation.messages).length; // only read there
  const language = nameLanguage(ownReading());
  const translateRest = () => {
    void showTranslated(place);
    // The button goes with what it did.
    toggle.current?.focus();
  };
  return (
    <section
      className={cx(detailsPart, part)}
      aria-label="Translation of the conversation"
      aria-busy={isBusy}
    >
      <p role="status">{describe({ isOn, isBusy, missing, credits: writer.credits, label: writer.label })}</p>
      {error !== null && <p role="alert">Not everything was translated. {error}</p>}
      <div>
        <Button
          ref={toggle}
          size="small"
          icon={<Languages size={15} aria-hidden />}
          onClick={() => (isOn ? showOriginals() : void showTranslated(place))}
        >
          {isOn ? (isBusy ? "Stop" : "Show originals only") : `Show in ${language}`}
        </Button>
        {isOn && !isBusy && missing > 0 && (
          <Button size="small" onClick={translateRest}>
            Translate the rest
          </Button>
        )}
      </div>
    </section>
  );
}

interface Described {
  isOn: boolean;
  isBusy: boolean;
  missing: number;
  credits: number;
  label: string;
}

function describe({ isOn, isBusy, missing, credits, label }: Described): string {
  const count = plural(missing, { one: "{count} message", other: "{count} messages" });
  if (isBusy) return `${count} to go.`;
  if (missing > 0)
    return `${count} not translated yet: by ${label}, for ${helpWords.cost(missing * credits)}.`;
  return isOn ? "Each message has its translation below it." : "Everything is translated already.";
}

const part = css`
  & > p[role="alert"] {
    color: var(--ph-danger-text);
  }
  & > div {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  & > div > button {
    flex: 1 0 auto;
  }
`;
