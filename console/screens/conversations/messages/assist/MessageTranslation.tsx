import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { css } from "../../../../../shared/ui/style/css.ts";
import { TypingDots } from "../../../../../shared/ui/TypingDots.tsx";
import type { ShownMessage, ThreadPlace } from "../../../../state/conversations/threads/conversation.ts";
import {
  hideTranslation,
  isSame,
  translate,
  translations,
} from "../../../../state/conversations/messages/translations.ts";
import { focusMessages } from "./focusMessages.ts";
import { helpWords } from "./helpWords.ts";

export interface MessageTranslationProps {
  place: ThreadPlace;
  message: ShownMessage;
}

/** A message in the reader's language, under the original; of what it said before it was rewritten, none. */
export function MessageTranslation({ place, message }: MessageTranslationProps): ReactNode {
  const { id, content } = message;
  const made = useSnapshot(translations)[id];
  if (made?.content !== content) return null;
  const { status, text, language, by, error } = made;
  const isStreaming = status === "streaming";
  const isUnneeded = status === "done" && isSame(message, made);
  return (
    <div className={view} role="group" aria-label="Translation" aria-busy={isStreaming}>
      {text === "" && isStreaming ? (
        <TypingDots />
      ) : isUnneeded ? null : (
        <p dir="auto" lang={language}>
          {text}
        </p>
      )}
      {error && <p role="alert">Not translated. {error.message}</p>}
      <div>
        <small role="status">{by && (isUnneeded ? unneeded : describe(by))}</small>
        {error && (
          <button type="button" className={action} onClick={() => void translate(place, message)}>
            Try again
          </button>
        )}
        <button
          type="button"
          className={action}
          onClick={({ currentTarget }) => {
            focusMessages(currentTarget);
            hideTranslation(id);
          }}
        >
          {isStreaming ? "Stop" : "Hide"}
        </button>
      </div>
    </div>
  );
}

const unneeded = "Already in your language. No cost.";

function describe({ model, credits }: { model: string; credits: number }): string {
  return `Translated by ${model} · ${helpWords.cost(credits)}`;
}

const action = css`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  min-height: 24px;
  padding: 0;
  border: 0;
  background: none;
  color: var(--ph-text-2);
  font-size: var(--ph-text-xs);
  font-weight: 550;
  cursor: pointer;
  &:hover {
    color: var(--ph-accent-text);
    text-decoration: underline;
  }
  @media (pointer: coarse) {
    min-height: 44px;
  }
`;
const view = css`
  max-width: 560px;
  padding-inline-start: 10px;
  border-inline-start: 2px solid var(--ph-line-strong);
  & > p {
    font-size: var(--ph-text-m);
    color: var(--ph-text);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  & > p[role="alert"] {
    font-size: var(--ph-text-s);
    color: var(--ph-danger-text);
  }
  & small {
    font-size: var(--ph-text-xs);
    color: var(--ph-text-2);
  }
  & > div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 12px;
  }
`;
