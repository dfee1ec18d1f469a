import { Suspense } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { RotateCcw, Sparkles, Square } from "lucide-react";
import { findModel } from "../../../../../shared/domain/models.ts";
import { Button } from "../../../../../shared/ui/Button.tsx";
import { CitationList } from "../../../../../shared/ui/CitationList.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";
import { TypingDots } from "../../../../../shared/ui/TypingDots.tsx";
import type { ShownSuggestion } from "../../../../state/conversations/messages/assist.ts";
import { conversation } from "../../../../state/conversations/threads/conversation.ts";
import { AnswerText } from "../../answers/AnswerText.ts";
import { helpWords } from "./helpWords.ts";

interface SuggestionCardProps {
  suggestion: ShownSuggestion;
  agentName: string;
  onInsert: () => void;
  onRetry: () => void;
  onStop: () => void;
  onDiscard: () => void;
}

const titles = { ...helpWords.names, translation: "Translation" };

/** What a model offers, above the field: it stands nowhere else until somebody takes it. */
export function SuggestionCard(props: SuggestionCardProps): ReactNode {
  const { suggestion, agentName, onInsert, onRetry, onStop, onDiscard } = props;
  const { status, text, citations, wanted, error } = suggestion;
  const isDraft = wanted.kind === "draft";
  const isStreaming = status === "streaming";
  const title = isDraft ? `Draft by ${agentName}` : titles[wanted.kind];
  return (
    <section className={card} aria-label={title} aria-busy={isStreaming}>
      <header>
        <Sparkles size={14} aria-hidden />
        {title}
        <small>Only you see it. Nothing is sent.</small>
      </header>
      <div tabIndex={0} role="group" aria-label="Suggested text" dir="auto">
        {text === "" && isStreaming && <TypingDots />}
        {isDraft ? (
          <Suspense fallback={text}>
            <AnswerText text={text} citations={citations} isStreaming={isStreaming} />
          </Suspense>
        ) : (
          <p>{text}</p>
        )}
        <CitationList citations={citations} />
      </div>
      <Newer suggestion={suggestion} />
      {error && (
        <p role="alert">
          <b>{text === "" ? "Nothing was written." : "It ends here."}</b> {error.message}
        </p>
      )}
      <footer>
        {isStreaming ? (
          <Button size="small" icon={<Square size={13} aria-hidden />} onClick={onStop}>
            Stop
          </Button>
        ) : (
          <>
            {text.trim() !== "" && (
              <Button size="small" kind="primary" onClick={onInsert}>
                {isDraft ? "Insert" : "Use this instead"}
              </Button>
            )}
            <Button size="small" icon={<RotateCcw size={14} aria-hidden />} onClick={onRetry}>
              Try again
            </Button>
          </>
        )}
        <Button size="small" kind="quiet" onClick={onDiscard}>
          Discard
        </Button>
        <small role="status">{describeEnd(suggestion)}</small>
      </footer>
    </section>
  );
}

/** A draft answers what stood there when it was asked for. */
function Newer({ suggestion }: { suggestion: ShownSuggestion }): ReactNode {
  const { messages } = useSnapshot(conversation);
  const newest = messages.findLast(({ role }) => role === "user")?.id ?? null;
  if (suggestion.wanted.kind !== "draft" || newest === suggestion.answersId) return null;
  return <p>The visitor wrote again. Retry for a new draft.</p>;
}

/** The model that wrote it, its cost, and why it wasn't the agent's own model. */
function describeEnd({ receipt, written, status }: ShownSuggestion): string {
  if (status === "streaming") return "Writing…";
  if (status === "stopped") return "Stopped";
  if (written) return `${written.model} · ${helpWords.cost(written.credits)}`;
  if (!receipt) return "";
  const { model, credits, passages, fallback } = receipt;
  const found = passages.length === 1 ? "1 passage found" : `${passages.length} passages found`;
  const facts = [findModel(model)?.label ?? model, helpWords.cost(credits), found].join(" · ");
  return fallback ? `${fallback.reason} ${facts}` : facts;
}

const card = css`
  display: grid;
  gap: 8px;
  min-width: 0;
  padding: 10px 12px;
  border-radius: min(var(--ph-radius-l) - 5px, 19px);
  background: var(--ph-accent-soft);
  & > header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 6px;
    font-size: var(--ph-text-s);
    font-weight: 600;
  }
  & small {
    font-size: var(--ph-text-xs);
    font-weight: 400;
    color: var(--ph-text-2);
  }
  & > [role="group"] {
    max-height: min(300px, 34vh);
    overflow-y: auto;
    overflow-wrap: anywhere;
  }
  & > [role="group"] > p {
    white-space: pre-wrap;
  }
  & > p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & > p[role="alert"] {
    color: var(--ph-danger-text);
  }
  & > footer {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
  }
  & > footer > small {
    margin-inline-start: auto;
    overflow-wrap: anywhere;
  }
`;
