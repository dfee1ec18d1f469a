import type { ReactNode } from "react";
import { ChevronRight } from "lucide-react";
import { plural } from "../../../../shared/words/language.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import type { ShownAnswer } from "../../../state/playground/playground.ts";
import { countPassages, describeVectors } from "../../../parts/receipt/describeFound.ts";
import { describeRewrite } from "../../../parts/receipt/describeRewrite.ts";
import { RemovedList } from "../../../parts/receipt/RemovedList.tsx";
import { UnsupportedList } from "../../../parts/receipt/UnsupportedList.tsx";
import { describeVisitor } from "./describe.ts";
import { PassageTable, type DrawPassageActions, type Wanted } from "./PassageTable.tsx";
import { Timeline } from "./Timeline.tsx";
import { ToolSteps } from "./ToolSteps.tsx";

interface InspectorProps {
  answer: ShownAnswer;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  wanted: Wanted | null;
  drawActions?: DrawPassageActions | undefined;
  /** What can be done with all of it. */
  foot?: ReactNode;
}

/** All that is behind an answer: how it was understood, what was found, which rules and tools had a part in it. */
export function Inspector(props: InspectorProps): ReactNode {
  const { answer, isOpen, onToggle, wanted, drawActions, foot } = props;
  const { receipt } = answer;
  if (!receipt) return null;
  const { passages, steps = [], unsupported = [], removed } = receipt;
  return (
    <details className={frame} open={isOpen}>
      <summary
        onClick={(event) => {
          // The browser would open it by itself and tell nobody in time.
          event.preventDefault();
          onToggle(!isOpen);
        }}
      >
        <ChevronRight size={16} aria-hidden />
        How this was answered
      </summary>
      {isOpen && (
        <div>
          <section>
            <h4>Time</h4>
            <Timeline ms={receipt.ms} />
          </section>
          <Understood answer={answer} />
          {steps.length > 0 && (
            <section>
              <h4>Tools</h4>
              <ToolSteps steps={steps} />
            </section>
          )}
          {unsupported.length > 0 && (
            <section>
              <h4>Not found in the sources</h4>
              <UnsupportedList sentences={unsupported} />
            </section>
          )}
          {removed && (
            <section>
              <h4>Removed from the answer</h4>
              <RemovedList removed={removed} />
            </section>
          )}
          <section>
            <h4>{describeFound(receipt)}</h4>
            {passages.length > 0 && <PassageTable {...{ answer, wanted, drawActions }} />}
          </section>
          {foot && <footer>{foot}</footer>}
        </div>
      )}
    </details>
  );
}

function describeFound({ passages, blockedTopic }: NonNullable<ShownAnswer["receipt"]>): string {
  if (passages.length > 0) return countPassages({ passages });
  return blockedTopic ? "No search" : "No passage was found";
}

/** What was looked for, and what of the configuration took effect; nothing where neither says more than the question. */
function Understood({ answer: { receipt, version, visitor } }: Pick<InspectorProps, "answer">): ReactNode {
  if (!receipt) return null;
  const { question, rewrittenQuestion, summary, rules = [], blockedTopic, hidden, attempts } = receipt;
  const rows: [name: string, value: string | null | undefined][] = [
    ["Looked for", rewrittenQuestion === question ? null : rewrittenQuestion],
    ["Rewritten by", receipt.rewrite && describeRewrite(receipt.rewrite)],
    ["Found by", describeVectors(receipt.vectors)],
    ["Declined", blockedTopic && `It is about the blocked topic ${blockedTopic}.`],
    ["Held back: no source supports it", receipt.withheld],
    ["Guidance", rules.join(" · ")],
    ["Earlier conversation, summarized", summary],
    ["Hidden from the model", hidden === undefined ? null : plural(hidden, personal)],
    ["Tries", attempts > 1 ? String(attempts) : null],
    ["Visitor", describeVisitor(visitor)],
    ["Looked into", visitor.source?.name ?? null],
    ["Asked", version === "draft" ? "The draft" : `The live version ${receipt.agentVersion}`],
  ];
  return (
    <section>
      <h4>Understood as</h4>
      <dl>
        {rows.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </section>
  );
}

const personal = { one: "{count} piece of personal data", other: "{count} pieces of personal data" };

const frame = css`
  min-width: 0;
  & > summary {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    min-height: 28px;
    padding-inline-end: 6px;
    border-radius: var(--ph-radius-s);
    list-style: none;
    font-size: var(--ph-text-s);
    font-weight: 550;
    color: var(--ph-text-2);
    cursor: pointer;
  }
  & > summary::-webkit-details-marker {
    display: none;
  }
  & > summary:hover {
    color: var(--ph-text);
  }
  & > summary > svg {
    transition: rotate var(--ph-fast);
  }
  &[open] > summary > svg {
    rotate: 90deg;
  }
  & > div {
    display: grid;
    gap: 20px;
    min-width: 0;
    padding: 10px 0 4px;
  }
  & section {
    min-width: 0;
  }
  & h4 {
    margin-bottom: 8px;
    font-size: var(--ph-text-s);
    font-weight: 600;
  }
  & section > dl {
    display: grid;
    gap: 6px;
    margin: 0;
    font-size: var(--ph-text-s);
  }
  & section > dl > div {
    display: grid;
    grid-template-columns: minmax(84px, 160px) minmax(0, 1fr);
    gap: 12px;
  }
  & section > dl dt {
    color: var(--ph-text-2);
  }
  & section > dl dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  @media (pointer: coarse) {
    & > summary {
      min-height: 44px;
    }
  }
`;
