import { useState } from "react";
import type { ReactNode } from "react";
import { Pencil, Trash2 } from "lucide-react";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import type { TestCase } from "../../../shared/contract/evaluation/evaluation.ts";
import type { SourceAudience } from "../../../shared/domain/sourceAudience.ts";
import type { CaseKind } from "../../../shared/domain/testCases.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { describeMoment } from "../../parts/describeMoment.ts";
import { describeCount } from "../../parts/describeNumber.ts";
import { runLink } from "../../parts/evaluation/links.ts";
import { nameVersion, verdictWords } from "../../parts/evaluation/verdictWords.ts";
import { RowMenu } from "../../parts/RowMenu.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { removeCase } from "../../state/evaluation/evaluation.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";

interface CaseRowProps {
  testCase: Snapshot<TestCase>;
  place: AgentPlace;
  mayChange: boolean;
}

/** One case: its question, what is right, and how the newest runs came out, the newest at the start. */
export function CaseRow({ testCase, place, mayChange }: CaseRowProps): ReactNode {
  const query = useQuery();
  const [isRemoving, setIsRemoving] = useState(false);
  const { id, question, recent } = testCase;
  const [last] = recent;
  const editing = query.link({ case: id });
  return (
    <li className={row}>
      {last ? (
        <Link
          href={runLink(place, last.runId, last.resultId)}
          aria-label={`${verdictWords[last.verdict].label}: see the answer`}
        >
          <Badge tone={verdictWords[last.verdict].tone} hasDot>
            {verdictWords[last.verdict].label}
          </Badge>
        </Link>
      ) : (
        <Badge hasDot>Not asked</Badge>
      )}
      <div className={text}>
        {mayChange ? <Link href={editing}>{question}</Link> : <strong>{question}</strong>}
        <small>{describeExpectation(testCase)}</small>
      </div>
      <span
        className={dots}
        role="img"
        aria-label={describeRecent(testCase)}
        title={describeRecent(testCase)}
      >
        {[...recent].reverse().map(({ resultId, verdict }) => (
          <i key={resultId} data-verdict={verdict} />
        ))}
      </span>
      {mayChange && (
        <RowMenu
          label={`Actions for ${question}`}
          actions={[
            {
              label: "Edit",
              icon: <Pencil size={16} aria-hidden />,
              onChoose: () => query.set({ case: id }),
            },
            {
              ...{ label: "Delete", icon: <Trash2 size={16} aria-hidden />, isDanger: true },
              onChoose: () => setIsRemoving(true),
            },
          ]}
        />
      )}
      {isRemoving && (
        <ConfirmDialog
          title="Delete this test case?"
          confirmLabel="Delete"
          onConfirm={() => removeCase(place, id)}
          onClose={() => setIsRemoving(false)}
        >
          “{question}” won’t be asked in future runs. Past runs keep their results.
        </ConfirmDialog>
      )}
    </li>
  );
}

function describeExpectation({
  kind,
  expected,
  forbidden,
  source,
  wrongSource,
  history,
  audience = "everyone",
}: Snapshot<TestCase>): string {
  const parts = [
    audience !== "everyone" && askedBy[audience],
    kindWords[kind],
    expected.length > 0 && `says ${expected.map((text) => `“${text}”`).join(", ")}`,
    source && `cites ${source}`,
    wrongSource && `does not cite ${wrongSource}`,
    forbidden.length > 0 && `does not say ${forbidden.map((text) => `“${text}”`).join(", ")}`,
    history.length > 0 && `after ${describeCount(history.length, "message")}`,
  ];
  return parts.filter(Boolean).join(" · ");
}

const askedBy: Record<Exclude<SourceAudience, "everyone">, string> = {
  identified: "Asked by a visitor with an address",
  verified: "Asked by a signed-in visitor",
  team: "Asked by your team",
};

const kindWords: Record<CaseKind, string> = {
  answer: "Answers",
  not_found: "Says it found no answer",
  declined: "Declines the topic",
};

function describeRecent({ recent }: Snapshot<TestCase>): string {
  if (recent.length === 0) return "Not asked yet";
  const said = recent.map(
    ({ verdict, version, at }) =>
      `${verdictWords[verdict].label} (${nameVersion(version)}, ${describeMoment(at)})`,
  );
  return `Newest first: ${said.join("; ")}`;
}

const row = css`
  display: flex;
  align-items: center;
  gap: 14px;
  padding-block: 10px;
  padding-inline: 16px 12px;
  & > a:first-child {
    display: inline-flex;
    align-items: center;
    min-height: 24px;
    text-decoration: none;
  }
  & > a:first-child,
  & > span:first-child {
    flex: none;
  }
  @media (min-width: 601px) {
    & > a:first-child {
      min-width: 96px;
    }
  }
  @media (max-width: 600px) {
    flex-wrap: wrap;
  }
`;
const text = css`
  display: grid;
  flex: 1;
  gap: 2px;
  min-width: 0;
  overflow-wrap: anywhere;
  & > a,
  & > strong {
    font-weight: 550;
    color: inherit;
    text-decoration: none;
  }
  & > a:hover {
    text-decoration: underline;
  }
  & > small {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  @media (max-width: 600px) {
    order: 1;
    flex-basis: 100%;
  }
`;
const dots = css`
  display: flex;
  flex: none;
  align-items: center;
  justify-content: flex-end;
  gap: 3px;
  min-width: 88px;
  margin-inline-start: auto;
  & > i {
    width: 6px;
    height: 16px;
    border-radius: 2px;
    background: var(--ph-success-text);
  }
  & > i[data-verdict="failed"] {
    height: 8px;
    background: var(--ph-danger-text);
  }
`;
