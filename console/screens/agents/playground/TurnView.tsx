import { memo, Suspense, useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { askColumn, playground } from "../../../state/playground/playground.ts";
import { AnswerCell } from "./AnswerCell.tsx";
import { columnGrid } from "./columnGrid.ts";
import { nameModel } from "./describe.ts";
import { findBest } from "./findBest.ts";
import { MarkPassage } from "./MarkPassage.tsx";
import { UseModel } from "./UseModel.tsx";
import type { Turn } from "../../../state/playground/turn.ts";
import { MakeCase, TriedReproduction } from "./later.ts";

interface TurnViewProps {
  turn: Turn;
  agent: Snapshot<Agent>;
  place: AgentPlace;
  isLast: boolean;
  shownId: string;
}

/** A question with the answer of each model beside the others'. */
export const TurnView = memo(function TurnView(props: TurnViewProps): ReactNode {
  const { turn, agent, place, isLast, shownId } = props;
  const { columns } = useSnapshot(playground);
  const { question, answers } = useSnapshot(turn);
  const frame = useRef<HTMLElement>(null);
  const isNew = isLast && Object.values(answers).every(({ status }) => status === "waiting");
  // What is asked comes to where it is read from its beginning; what comes after it moves nothing.
  useEffect(() => {
    if (isNew) frame.current?.scrollIntoView?.({ block: "nearest", behavior: "smooth" });
  }, [isNew]);
  const isCompared = columns.length > 1;
  const best = findBest(columns.map(({ id }) => answers[id]?.receipt ?? null));
  return (
    <section ref={frame} className={turnStyle} aria-label={question}>
      <p dir="auto">{question}</p>
      <div className={columnGrid} data-columns={columns.length}>
        {columns.map(({ id, model }) => {
          const answer = turn.answers[id];
          const ask = () => askColumn(place, { turnId: turn.id, columnId: id });
          const name = nameModel(
            answers[id]?.model ?? answers[id]?.receipt?.model ?? model ?? agent.configuration.model,
          );
          return (
            <article key={id} aria-label={name} data-hidden={id === shownId ? undefined : ""}>
              <h3>{name}</h3>
              {answer ? (
                <AnswerCell
                  answer={answer}
                  best={isCompared ? best(answers[id]?.receipt ?? null) : noBest}
                  isOpenAtFirst={isLast && !isCompared}
                  onAskAgain={ask}
                  inspectorFoot={
                    <Suspense>
                      <TriedReproduction {...{ place, turn, answer }} columnId={id} />
                    </Suspense>
                  }
                  drawPassageActions={(page) => <MarkPassage {...{ place, turn, page }} columnId={id} />}
                  actions={
                    <>
                      {answer.model && <UseModel agent={agent} place={place} model={answer.model} />}
                      <Suspense>
                        <MakeCase {...{ place, turn, answer }} columnId={id} />
                      </Suspense>
                    </>
                  }
                />
              ) : (
                isLast && (
                  <Button size="small" onClick={ask}>
                    Ask it too
                  </Button>
                )
              )}
            </article>
          );
        })}
      </div>
    </section>
  );
});

const noBest = { isFastest: false, isCheapest: false };

const turnStyle = css`
  display: grid;
  gap: 16px;
  min-width: 0;
  padding-top: 20px;
  border-top: 1px solid var(--ph-line);
  scroll-margin-block: 72px 96px;
  & > p {
    justify-self: end;
    max-width: min(560px, 88%);
    padding: 9px 14px;
    border-radius: var(--ph-radius-l);
    border-end-end-radius: 4px;
    background: var(--ph-bubble);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  & article {
    display: grid;
    gap: 8px;
    align-content: start;
    justify-items: stretch;
    min-width: 0;
  }
  & article > button {
    justify-self: start;
  }
  & h3 {
    font-size: var(--ph-text-s);
    font-weight: 600;
    color: var(--ph-text-2);
  }
`;
