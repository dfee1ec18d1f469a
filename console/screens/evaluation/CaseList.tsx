import { Suspense, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { FlaskConical, Plus } from "lucide-react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import type { NewTestCase } from "../../../shared/contract/evaluation/testCase.ts";
import { maxTestCases } from "../../../shared/domain/testCases.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { EmptyState } from "../../../shared/ui/EmptyState.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Loaded } from "../../parts/Loaded.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { framedList } from "../../parts/framedList.ts";
import { copyShown } from "../../state/shell/copyShown.ts";
import { loadTestCases, testCases } from "../../state/evaluation/evaluation.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { CaseRow } from "./CaseRow.tsx";
import { RunForm } from "./RunForm.tsx";
import { CaseDialog } from "./overlays.ts";

interface CaseListProps {
  agent: Snapshot<Agent>;
  place: AgentPlace;
}

/** The saved questions, each with what the newest runs said, and the way to ask them all. */
export function CaseList({ agent, place }: CaseListProps): ReactNode {
  const { orgId, agentId } = place;
  const resource = useSnapshot(testCases);
  const query = useQuery();
  const [given, setGiven] = useState<NewTestCase>(blank);
  useEffect(() => void loadTestCases({ orgId, agentId }), [orgId, agentId]);
  const mayChange = mayDo("evaluation.update");
  const isOurs = resource.data?.of === agentId;
  const openId = query.read("case");
  const opened = resource.data?.items.find(({ id }) => id === openId);
  const add = (testCase: NewTestCase) => {
    setGiven(testCase);
    query.set({ case: "new" });
  };
  return (
    <>
      <Loaded
        resource={isOurs ? resource : { ...resource, data: null }}
        skeleton={<Skeleton height="240px" />}
        needs="evaluation.read"
        onRetry={() => loadTestCases(place)}
      >
        {({ items }) =>
          items.length === 0 ? (
            <Empty mayChange={mayChange} onAdd={add} />
          ) : (
            <div className={frame}>
              {mayChange && (
                <div className={bar}>
                  <RunForm agent={agent} place={place} cases={items.length} />
                  <Button
                    icon={<Plus size={16} aria-hidden />}
                    disabled={items.length >= maxTestCases}
                    title={items.length >= maxTestCases ? `An agent has at most ${maxTestCases}` : undefined}
                    onClick={() => add(blank)}
                  >
                    Add test case
                  </Button>
                </div>
              )}
              <ul className={framedList} aria-label="Test cases">
                {items.map((testCase) => (
                  <CaseRow key={testCase.id} testCase={testCase} place={place} mayChange={mayChange} />
                ))}
              </ul>
            </div>
          )
        }
      </Loaded>
      {mayChange && (openId === "new" || opened) && (
        <Suspense fallback={null}>
          <CaseDialog
            key={openId}
            place={place}
            id={opened?.id ?? null}
            given={opened ? copyShown(opened) : given}
            onClose={() => query.set({ case: null })}
          />
        </Suspense>
      )}
    </>
  );
}

const blank: NewTestCase = {
  ...{
    question: "",
    history: [],
    kind: "answer",
    expected: [],
    forbidden: [],
    source: null,
    wrongSource: null,
    from: null,
  },
};
/** Something to begin with that is right for every agent. */
const example: NewTestCase = {
  ...blank,
  question: "What will the weather be like in Oslo tomorrow?",
  kind: "not_found",
};

interface EmptyProps {
  mayChange: boolean;
  onAdd: (testCase: NewTestCase) => void;
}

function Empty({ mayChange, onAdd }: EmptyProps): ReactNode {
  return (
    <div className={empty}>
      <EmptyState
        title="No test cases yet"
        icon={<FlaskConical size={22} aria-hidden />}
        action={
          mayChange && (
            <span className={actions}>
              <Button kind="primary" icon={<Plus size={16} aria-hidden />} onClick={() => onAdd(blank)}>
                Add test case
              </Button>
              <Button onClick={() => onAdd(example)}>Start with an example</Button>
            </span>
          )
        }
      >
        Add a question and what its answer must say, or make a test case from a bad answer in the inbox. Then
        run them all to see which pass.
      </EmptyState>
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 16px;
`;
const bar = css`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  justify-content: space-between;
  gap: 12px;
`;
const empty = css`
  padding: 8px 16px 16px;
  border: 1px dashed var(--ph-line-2);
  border-radius: var(--ph-radius);
`;
const actions = css`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: 8px;
  margin-top: 12px;
`;
