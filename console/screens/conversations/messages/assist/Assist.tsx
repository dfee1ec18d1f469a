import { useEffect, useEffectEvent } from "react";
import type { ReactNode, RefObject } from "react";
import { useSnapshot } from "valtio";
import { Sparkles } from "lucide-react";
import { rewriteStyles } from "../../../../../shared/contract/conversations/messages/assist.ts";
import { Button } from "../../../../../shared/ui/Button.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";
import {
  assist,
  dropSuggestion,
  loadAssistance,
  stopSuggestion,
  suggest,
} from "../../../../state/conversations/messages/assist.ts";
import type { ThreadPlace } from "../../../../state/conversations/threads/conversation.ts";
import { conversation } from "../../../../state/conversations/threads/conversation.ts";
import { addShortcuts } from "../../../../state/shell/shortcuts.ts";
import { helpWords } from "./helpWords.ts";
import { ReplacedNotice } from "./ReplacedNotice.tsx";
import { SuggestionCard } from "./SuggestionCard.tsx";
import { withoutMarks } from "./withoutMarks.ts";

interface AssistProps {
  place: ThreadPlace;
  agentName: string;
  typed: string;
  onType: (text: string) => void;
  field: RefObject<HTMLTextAreaElement | null>;
}

const writings = [...rewriteStyles, "translation"] as const;

/** What becomes of what somebody wrote. */
const aims: Record<(typeof writings)[number], string> = {
  friendlier: "Written in a warmer tone",
  shorter: "Written in fewer words",
  formal: "Written more politely",
  translation: "Translated into the visitor's language",
};

/** A model's help for the writer: a draft with its sources, or their own words in another tone. They send, or not. */
export function Assist({ place, agentName, typed, onType, field }: AssistProps): ReactNode {
  const { orgId, agentId, threadId } = place;
  const { threadId: readOf, read, suggestion } = useSnapshot(assist);
  const writer = readOf === threadId && read ? read.writer : null;
  const { messages } = useSnapshot(conversation);
  const hasAsked = messages.some(({ role }) => role === "user");
  const content = typed.trim();
  useEffect(() => void loadAssistance({ orgId, agentId, threadId }), [orgId, agentId, threadId]);
  useEffect(() => {
    // What stood there before went out, or is not wanted.
    if (typed === "") assist.replaced = null;
  }, [typed]);
  const draft = () => {
    if (hasAsked) suggest(place, { kind: "draft" });
  };
  const draftByKeys = useEffectEvent(draft);
  useEffect(() => {
    return addShortcuts({
      title: "Write with AI",
      shortcuts: [{ keys: "mod+j", label: "Draft with AI", run: () => draftByKeys() }],
    });
  }, []);
  const insert = () => {
    const { suggestion: chosen } = assist;
    if (!chosen) return;
    const isDraft = chosen.wanted.kind === "draft";
    const text = isDraft ? withoutMarks(chosen.text) : chosen.text.trim();
    // A draft never takes the place of what somebody wrote.
    onType(isDraft && content !== "" ? `${typed.trimEnd()}\n\n${text}` : text);
    if (!isDraft) assist.replaced = { threadId, content: typed };
    leave(dropSuggestion);
  };
  /** The button goes with what it did; the focus moves to the field. */
  const leave = (act: () => void) => {
    act();
    field.current?.focus();
  };
  return (
    <div className={frame}>
      {suggestion?.threadId === threadId && (
        <SuggestionCard
          suggestion={suggestion}
          agentName={agentName}
          onInsert={insert}
          onStop={() => leave(stopSuggestion)}
          onDiscard={() => leave(dropSuggestion)}
          onRetry={() => assist.suggestion && suggest(place, assist.suggestion.wanted)}
        />
      )}
      <ReplacedNotice threadId={threadId} typed={typed} onType={onType} />
      <div role="group" aria-label="Write with AI">
        <Button
          size="small"
          kind="quiet"
          icon={<Sparkles size={15} aria-hidden />}
          disabled={!hasAsked}
          title={hasAsked ? undefined : "The visitor has written nothing so far"}
          onClick={draft}
        >
          Draft with AI
        </Button>
        {writer &&
          content !== "" &&
          writings.map((kind) => (
            <Button
              key={kind}
              size="small"
              kind="quiet"
              title={`${aims[kind]} by ${writer.label}, for ${helpWords.cost(writer.credits)}`}
              onClick={() => suggest(place, { kind, content })}
            >
              {helpWords.names[kind]}
            </Button>
          ))}
      </div>
    </div>
  );
}

const frame = css`
  display: grid;
  flex: 1 0 100%;
  gap: 6px;
  min-width: 0;
  & > [role="group"] {
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
  }
`;
