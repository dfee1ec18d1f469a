import { Suspense, useEffect, useState } from "react";
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
import { lazy } from "../../parts/lazy.ts";
import { Loaded } from "../../parts/Loaded.tsx";
import { mayDo } from "../../state/accounts/organization.ts";
import { gaps, loadGaps } from "../../state/evaluation/evaluation.ts";
import { copyShown } from "../../state/shell/copyShown.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { conversationOf } from "./conversationOf.ts";

const AnswerGap = lazy(() => import("../../parts/evaluation/AnswerGap.tsx"));
const CaseDialog = lazy(() => import("../../parts/evaluation/CaseDialog.tsx"));

const shownGaps = 5;

/** What visitors asked most in the last 30 days and did not get, each with the way to answer it. */
export default function Unanswered({ place }: { place: AgentPlace }): ReactNode {
  const { orgId, agentId } = place;
  const resource = useSnapshot(gaps);
  const [answering, setAnswering] = useState<Gap | null>(null);
  const [testing, setTesting] = useState<NewTestCase | null>(null);
  useEffect(() => void loadGaps({ orgId, agentId }, "times"), [orgId, agentId]);
  const data = resource.data?.of === agentId ? resource.data : null;
  return (
    <Card
      title="Unanswered questions"
      subtitle="Last 30 days, most asked first"
      aside={
        data && data.items.length > shownGaps && <Link href={`${testsLink(place)}?view=gaps`}>Show all</Link>
      }
    >
      <Loaded
        resource={{ ...resource, data }}
        skeleton={<Skeleton height="120px" />}
        needs="evaluation.read"
        onRetry={() => loadGaps(place, "times")}
      >
        {({ items }) =>
          items.length === 0 ? (
            <p className={none}>Every question found an answer.</p>
          ) : (
            <ul className={list}>
              {items.slice(0, shownGaps).map((gap) => (
                <li key={gap.messageId}>
                  <span>
                    <Link href={conversationOf(place, gap)}>{gap.question}</Link>
                    <small>Asked {gap.times === 1 ? "once" : `${gap.times} times`}</small>
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
            place={place}
            onClose={() => setAnswering(null)}
            onTest={(given) => {
              setAnswering(null);
              setTesting(given);
            }}
          />
        )}
        {testing && <CaseDialog place={place} id={null} given={testing} onClose={() => setTesting(null)} />}
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
