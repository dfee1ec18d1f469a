import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { Plus } from "lucide-react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import type { Gap } from "../../../shared/contract/evaluation/evaluation.ts";
import type { NewTestCase } from "../../../shared/contract/evaluation/testCase.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { testsLink } from "../../parts/evaluation/links.ts";
import { Loaded } from "../../parts/Loaded.tsx";
import { mayDo } from "../../state/accounts/organization.ts";
import { agents } from "../../state/agents/agents.ts";
import { gaps, loadGaps, ofQuestions } from "../../state/evaluation/evaluation.ts";
import type { QuestionsAsked, QuestionsPlace } from "../../state/evaluation/evaluation.ts";
import { copyShown } from "../../state/shell/copyShown.ts";
import { conversationOf } from "./conversationOf.ts";
import type { Behind } from "./drill.ts";
import { useLoad } from "./useLoad.ts";
import { AnswerGap, CaseDialog } from "./overlays.ts";

const shownGaps = 5;

const loadMost = (place: QuestionsPlace, asked: QuestionsAsked) => loadGaps(place, "times", asked);

/** What visitors asked most and did not get, each with the way to answer it. */
export function Unanswered({ behind }: { behind: Behind }): ReactNode {
  const { orgId, agentId } = behind;
  const resource = useSnapshot(gaps);
  const { items: known } = useSnapshot(agents);
  const load = useLoad(loadMost, behind);
  const [answering, setAnswering] = useState<Gap | null>(null);
  const [testing, setTesting] = useState<{ given: NewTestCase; agentId: string } | null>(null);
  const data = resource.data?.of === ofQuestions(behind) ? resource.data : null;
  const nameOf = (id: string) => known.find((agent) => agent.id === id)?.name;
  return (
    <Card
      title="Unanswered questions"
      id="unanswered"
      subtitle="Most asked first"
      aside={
        agentId !== null &&
        data &&
        data.items.length > shownGaps && (
          <Link href={`${testsLink({ orgId, agentId })}?view=gaps`}>Show all</Link>
        )
      }
    >
      <Loaded
        resource={{ ...resource, data }}
        skeleton={<Skeleton height="120px" />}
        needs="evaluation.read"
        onRetry={load}
      >
        {({ items }) =>
          items.length === 0 ? (
            <p className={none}>Every question found an answer.</p>
          ) : (
            <ul className={list}>
              {items.slice(0, shownGaps).map((gap) => (
                <li key={gap.messageId}>
                  <span>
                    <Link href={conversationOf({ orgId, agentId: gap.agentId }, gap)}>{gap.question}</Link>
                    <small>
                      Asked {gap.times === 1 ? "once" : `${gap.times} times`}
                      {agentId === null && nameOf(gap.agentId) !== undefined && ` · ${nameOf(gap.agentId)}`}
                    </small>
                  </span>
                  {mayDo("knowledge.update") && (
                    <Button
                      size="small"
                      icon={<Plus size={15} aria-hidden />}
                      onClick={() => setAnswering(copyShown(gap))}
                    >
                      Add answer
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <Suspense fallback={null}>
        {answering && (
          <AnswerGap
            gap={answering}
            place={{ orgId, agentId: answering.agentId }}
            onClose={() => setAnswering(null)}
            onTest={(given) => {
              setTesting({ given, agentId: answering.agentId });
              setAnswering(null);
            }}
          />
        )}
        {testing && (
          <CaseDialog
            place={{ orgId, agentId: testing.agentId }}
            id={null}
            given={testing.given}
            onClose={() => setTesting(null)}
          />
        )}
      </Suspense>
    </Card>
  );
}

const none = css`
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
`;
const list = css`
  display: grid;
  margin: -8px 0;
  padding: 0;
  list-style: none;
  & > li {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    padding: 10px 0;
  }
  & > li + li {
    border-top: 1px solid var(--ph-line);
  }
  & > li > :last-child {
    flex: none;
  }
  & > li > span {
    display: grid;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & a {
    font-weight: 550;
    color: inherit;
  }
  & small {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
`;
