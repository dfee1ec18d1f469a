import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { AlertCircle, RotateCcw } from "lucide-react";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TypingDots } from "../../../../shared/ui/TypingDots.tsx";
import { mayDo, organization } from "../../../state/accounts/organization.ts";
import { paths } from "../../../state/shell/paths.ts";
import { isUnderWay } from "../../../state/playground/playground.ts";
import type { ShownAnswer } from "../../../state/playground/playground.ts";
import { describeFallback } from "../../../parts/receipt/describeFallback.ts";
import { nameModel } from "./describe.ts";
import { Figures, type Best } from "./Figures.tsx";
import { Inspector } from "./Inspector.tsx";
import type { DrawPassageActions, Wanted } from "./PassageTable.tsx";
import { SourceList } from "./SourceList.tsx";
import type { TriedAnswer } from "../../../state/playground/turn.ts";
import { MarkedAnswer } from "../../../parts/evaluation/overlays.ts";

interface AnswerCellProps {
  /** The answer itself, not a snapshot: only this cell is drawn again while it grows. */
  answer: TriedAnswer;
  best: Best;
  /** What is behind it is open until somebody closes it: the newest answer, where there is room for it. */
  isOpenAtFirst: boolean;
  onAskAgain: () => void;
  /** Further things that can be done with a whole answer. */
  actions?: ReactNode;
  /** And with what is behind it, below all of that. */
  inspectorFoot?: ReactNode;
  /** And with each passage that was found for it. */
  drawPassageActions?: DrawPassageActions;
}

/** One model's answer, from the first dots to its sources, time and cost. */
export function AnswerCell(props: AnswerCellProps): ReactNode {
  const answer = useSnapshot(props.answer);
  const [wish, setIsOpen] = useState<boolean | null>(null);
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const { text, citations, receipt, status } = answer;
  const isStreaming = isUnderWay(answer);
  const isOpen = wish ?? props.isOpenAtFirst;
  return (
    <div className={cell} aria-busy={isStreaming}>
      {status === "waiting" && <TypingDots />}
      <StandIn answer={answer} />
      {text !== "" && (
        <Suspense fallback={<p className={plain}>{text}</p>}>
          <MarkedAnswer
            {...{ text, citations, isStreaming }}
            unsupported={receipt?.unsupported ?? noSentences}
          />
        </Suspense>
      )}
      <Trouble answer={answer} />
      <SourceList
        citations={citations}
        onOpen={(passageId) => {
          setIsOpen(true);
          setWanted({ passageId });
        }}
      />
      {receipt && status !== "failed" && <Figures receipt={receipt} best={props.best} />}
      <Inspector
        {...{ answer, isOpen, wanted }}
        onToggle={setIsOpen}
        drawActions={props.drawPassageActions}
        foot={props.inspectorFoot}
      />
      {!isStreaming && (
        <div className={actions}>
          {status === "done" && props.actions}
          <Button
            size="small"
            kind="quiet"
            icon={<RotateCcw size={14} aria-hidden />}
            onClick={props.onAskAgain}
          >
            Ask again
          </Button>
        </div>
      )}
    </div>
  );
}

const noSentences: [] = [];

/** Another one answered than the agent's own model: what a visitor would get, and why. */
function StandIn({ answer: { receipt } }: { answer: ShownAnswer }): ReactNode {
  if (!receipt?.fallback) return null;
  const { model, fallback } = receipt;
  return (
    <p className={notice} data-tone="warning">
      <AlertCircle size={16} aria-hidden />
      <span>
        <strong>{nameModel(fallback.model)} did not answer;</strong> {nameModel(model)} did in its place, as
        it would for a visitor. {describeFallback(fallback)}
      </span>
    </p>
  );
}

function Trouble({ answer: { status, error, text } }: { answer: ShownAnswer }): ReactNode {
  if (status === "stopped") return <p className={quiet}>{text === "" ? "Stopped" : "Stopped here"}</p>;
  if (status !== "failed" || !error) return null;
  return (
    <p className={notice} role="alert">
      <AlertCircle size={16} aria-hidden />
      <span>
        <strong>{text === "" ? "No answer." : "The answer ends here."}</strong> {error.message}{" "}
        {error.code === "model_absent" && mayDo("modelKeys.read") && (
          <Link href={paths.modelKeys(organization._id ?? "")}>Model keys</Link>
        )}
      </span>
    </p>
  );
}

const cell = css`
  display: grid;
  gap: 12px;
  align-content: start;
  min-width: 0;
`;
const plain = css`
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;
const quiet = css`
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
`;
const notice = css`
  display: flex;
  align-items: flex-start;
  gap: 8px;
  padding: 10px 12px;
  border-radius: var(--ph-radius-s);
  background: var(--ph-danger-soft);
  font-size: var(--ph-text-s);
  overflow-wrap: anywhere;
  & > svg {
    flex: none;
    margin-top: 2px;
    color: var(--ph-danger-text);
  }
  &[data-tone="warning"] {
    background: var(--ph-warning-soft);
  }
  &[data-tone="warning"] > svg {
    color: var(--ph-warning-text);
  }
  & strong {
    font-weight: 600;
  }
`;
const actions = css`
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
`;
