import { useEffect, useLayoutEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import { SquarePen } from "lucide-react";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useKeptFocus } from "../../../parts/useKeptFocus.ts";
import { loadModels, models } from "../../../state/models/models.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import { paths, type AgentPlace } from "../../../state/shell/paths.ts";
import { restart, openPlayground, playground } from "../../../state/playground/playground.ts";
import { AskBox } from "./AskBox.tsx";
import { CompareButton } from "./CompareButton.tsx";
import { ColumnBar } from "./ColumnBar.tsx";
import { ColumnTabs } from "./ColumnTabs.tsx";
import { TurnView } from "./TurnView.tsx";
import { VersionChoice } from "./VersionChoice.tsx";
import { VisitorChoice } from "./VisitorChoice.tsx";

interface PlaygroundProps {
  agent: Snapshot<Agent>;
  place: AgentPlace;
}

/** Asks the agent for the eyes of those who build it: the answer with all that is behind it, by one to three models. */
export function Playground({ agent, place }: PlaygroundProps): ReactNode {
  const { orgId, agentId } = place;
  const { agentId: openId, columns, turns } = useSnapshot(playground);
  const [wantedId, setWantedId] = useState("");
  const { data, error } = useSnapshot(models);
  const kept = useKeptFocus<HTMLDivElement>();
  useLayoutEffect(() => openPlayground(agentId), [agentId]);
  useEffect(() => void loadModels(orgId), [orgId]);

  // Nobody sees what was asked of another agent.
  if (openId !== agentId) return null;
  const own = agent.configuration.model;
  const shownId = columns.find(({ id }) => id === wantedId)?.id ?? columns[0]?.id ?? "";
  const isCompared = columns.length > 1;
  const chosen = <ColumnBar own={own} shownId={shownId} onShow={setWantedId} />;
  const hasOne = data !== null && data.filter(({ isAvailable }) => isAvailable).length === 1;
  return (
    // The page gives a comparison its whole width.
    <div className={frame} data-comparing={isCompared ? "" : undefined} {...kept}>
      <div className={head}>
        {!isCompared && chosen}
        <CompareButton own={own} onAdd={setWantedId} />
        <VersionChoice agent={agent} />
        <VisitorChoice place={place} />
        {turns.length > 0 && (
          <Button kind="quiet" icon={<SquarePen size={16} aria-hidden />} onClick={restart}>
            New
          </Button>
        )}
      </div>
      <ColumnTabs own={own} shownId={shownId} onShow={setWantedId} />
      {isCompared && chosen}
      {error && !data && <ErrorNotice error={error} onRetry={() => loadModels(orgId)} />}
      {hasOne && (
        <p className={hint}>
          Only the built-in model can be used here.{" "}
          {mayDo("modelKeys.read") ? (
            <Link href={paths.modelKeys(orgId)}>Add a model key</Link>
          ) : (
            "An owner or admin can add a model key"
          )}{" "}
          to compare models.
        </p>
      )}

      {turns.map(({ id }, index) => {
        const turn = playground.turns.find((one) => one.id === id);
        const isLast = index === turns.length - 1;
        return turn && <TurnView key={id} {...{ turn, agent, place, isLast, shownId }} />;
      })}
      <AskBox agent={agent} place={place} />
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 20px;
  min-width: 0;
`;
const head = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  & > [data-columns] {
    flex: 1 1 240px;
  }
`;
const hint = css`
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
`;
