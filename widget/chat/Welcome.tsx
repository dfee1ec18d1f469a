import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { maxSuggestions } from "../../shared/domain/limits.ts";
import { SuggestionChips } from "../../shared/ui/SuggestionChips.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { chat } from "../session/state.ts";
import { useActions } from "./actions.ts";
import { AgentMark } from "./AgentMark.tsx";
import { mayWrite } from "./mayWrite.ts";

/** What is in a conversation that has not begun: a greeting, and what others ask. */
export function Welcome(): ReactNode {
  const state = useSnapshot(chat);
  const { configuration, hosted } = state;
  const actions = useActions();
  if (!configuration) return null;
  const { suggestions } = configuration.settings;
  const welcome = configuration.settings.welcome || widgetWords.welcome;
  return (
    <main className={screen}>
      <div>
        <AgentMark icon={configuration.icon} isLarge />
        <p dir="auto" data-long={welcome.length > longWelcome || undefined}>
          {welcome}
        </p>
        {hosted?.description && (
          <p dir="auto" data-long="">
            {hosted.description}
          </p>
        )}
        {mayWrite(state) && !state.isAsked && (
          <SuggestionChips
            suggestions={suggestions.slice(0, maxSuggestions)}
            onChoose={actions.chooseSuggestion}
          />
        )}
      </div>
    </main>
  );
}

/** Longer texts are read, not seen: they are in the size of a message. */
const longWelcome = 90;

const screen = css`
  display: flex;
  overflow-y: auto;
  padding: 24px 20px 16px;
  scrollbar-width: thin;
  scrollbar-color: var(--ph-line-2) transparent;
  & > div {
    display: grid;
    gap: 16px;
    width: 100%;
    max-width: 560px;
    margin: auto auto 0;
  }
  & p {
    font-size: 1.5rem;
    font-weight: 650;
    line-height: 1.25;
    letter-spacing: -0.014em;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    text-wrap: pretty;
  }
  & p[data-long] {
    color: var(--ph-text-2);
    font-size: var(--ph-talk);
    font-weight: 400;
    line-height: 1.55;
    letter-spacing: 0;
  }
  [data-hosted] > & > div {
    max-width: var(--ph-column);
    margin-block: auto;
  }
  [data-hosted] > & p:not([data-long]) {
    font-size: clamp(1.5rem, 1rem + 2vw, 2.125rem);
  }
  @media (max-height: 420px) {
    padding: 14px 16px 6px;
    & > div {
      align-content: space-between;
      gap: 8px;
      max-width: var(--ph-column);
      margin-top: 0;
    }
    & > div > span {
      display: none;
    }
    & p {
      font-size: 1.0625rem;
    }
    & ul {
      margin-inline-end: -16px;
      padding-inline-end: 24px;
      mask-image: linear-gradient(to right, #000 calc(100% - 40px), transparent);
    }
    [dir="rtl"] & ul {
      mask-image: linear-gradient(to left, #000 calc(100% - 40px), transparent);
    }
  }
`;
