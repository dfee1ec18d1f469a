import { useEffect, useMemo, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { Composer } from "../../../../shared/ui/Composer.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { SuggestionChips } from "../../../../shared/ui/SuggestionChips.tsx";
import { useShortcuts } from "../../../parts/useShortcuts.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { askAll, isUnderWay, playground, stopAll } from "../../../state/playground/playground.ts";
import { loadSurface, surfaces } from "../../../state/surfaces/surface.ts";

interface AskBoxProps {
  agent: Snapshot<Agent>;
  place: AgentPlace;
}

/** Where the question is typed: `/` comes here, ↑ brings back the last one, Enter asks. */
export function AskBox({ agent, place }: AskBoxProps): ReactNode {
  const [text, setText] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const { turns } = useSnapshot(playground);
  const isAnswering = turns.some(({ answers }) => Object.values(answers).some(isUnderWay));
  useShortcuts(
    useMemo(
      () => ({
        title: "Overview",
        shortcuts: [{ keys: "/", label: "Ask the agent", run: () => field.current?.focus() }],
      }),
      [],
    ),
  );

  function handleKeyDown(event: KeyboardEvent): void {
    const last = playground.turns.at(-1)?.question;
    if (event.key !== "ArrowUp" || text !== "" || last === undefined) return;
    event.preventDefault();
    setText(last);
  }

  function ask(question: string): void {
    askAll(place, question);
    setText("");
  }

  return (
    <div className={frame}>
      {!isAnswering && <Offers place={place} onChoose={ask} />}
      <Composer
        value={text}
        onChange={setText}
        onSend={ask}
        isAnswering={isAnswering}
        onStop={stopAll}
        onKeyDown={handleKeyDown}
        field={field}
        label={`Question to ${agent.name}`}
        placeholder={turns.length === 0 ? "Ask what a visitor would ask" : "Ask a follow-up"}
      />
    </div>
  );
}

/** What could be asked: first what the chat suggests to visitors, then what lies near a single answer. */
function Offers({ place, onChoose }: { place: AgentPlace; onChoose: (question: string) => void }): ReactNode {
  const { orgId, agentId } = place;
  const { data } = useSnapshot(surfaces);
  const { turns, columns } = useSnapshot(playground);
  const isAllowed = mayDo("surfaces.read");
  useEffect(() => {
    if (isAllowed) void loadSurface({ orgId, agentId });
  }, [isAllowed, orgId, agentId]);
  const last = turns.at(-1);
  const followUps = columns.length === 1 ? last?.answers[columns[0]?.id ?? ""]?.followUps : [];
  const first = data?.agentId === agentId ? data.surface.settings.suggestions : [];
  return <SuggestionChips suggestions={last ? (followUps ?? []) : first} onChoose={onChoose} />;
}

const frame = css`
  position: sticky;
  bottom: 0;
  display: grid;
  gap: 10px;
  min-width: 0;
  margin-block: -8px -23px;
  padding-block: 8px 23px;
  background: linear-gradient(transparent, var(--ph-surface) 8px);
  @media (max-width: 480px) {
    margin-bottom: -15px;
    padding-bottom: 15px;
  }
`;
