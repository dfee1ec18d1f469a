import { Suspense, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { FlaskConical, MessageCircleQuestion, Plus, X } from "lucide-react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import type { Gap } from "../../../shared/contract/evaluation/evaluation.ts";
import type { NewTestCase } from "../../../shared/contract/evaluation/testCase.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { EmptyState } from "../../../shared/ui/EmptyState.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useMadeCase } from "../../parts/evaluation/useMadeCase.tsx";
import { FilterLinks } from "../../parts/FilterLinks.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { RowMenu } from "../../parts/RowMenu.tsx";
import { useAction } from "../../parts/useAction.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { framedList } from "../../parts/framedList.ts";
import { copyShown } from "../../state/shell/copyShown.ts";
import { makeCase } from "../../state/agents/reuseAnswer.ts";
import { closeGap, gaps, loadGaps } from "../../state/evaluation/evaluation.ts";
import type { GapOrder } from "../../state/evaluation/evaluation.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import { agentTabPath } from "../../state/shell/paths.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { AnswerGap, CaseDialog } from "./overlays.ts";

/** What visitors asked in the last 30 days and did not get: newest or most asked first, each with the way to mend it. */
export function GapList({ place }: { place: AgentPlace }): ReactNode {
  const { orgId, agentId } = place;
  const resource = useSnapshot(gaps);
  const [answering, setAnswering] = useState<Gap | null>(null);
  const [testing, setTesting] = useState<NewTestCase | null>(null);
  const query = useQuery();
  const sort: GapOrder = query.read("sort") === "times" ? "times" : "newest";
  useEffect(() => void loadGaps({ orgId, agentId }, sort), [orgId, agentId, sort]);
  const making = useMadeCase(place);
  const dismiss = useAction(({ messageId }: Gap) => closeGap(place, { messageId, closed: "dismissed" }));
  const isOurs = resource.data?.of === agentId;
  const error = making.error ?? dismiss.error;
  return (
    <div className={frame}>
      {error && <ErrorNotice error={error} />}
      <Loaded
        resource={isOurs ? resource : { ...resource, data: null }}
        skeleton={<Skeleton height="240px" />}
        needs="evaluation.read"
        onRetry={() => loadGaps(place, sort)}
      >
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No gaps" icon={<MessageCircleQuestion size={22} aria-hidden />}>
              No unanswered or badly rated questions in the last 30 days.
            </EmptyState>
          ) : (
            <>
              <FilterLinks
                label="Order of gaps"
                value={sort}
                options={[
                  { value: "newest", label: "Newest" },
                  { value: "times", label: "Most asked" },
                ]}
                linkTo={(value) => query.link({ sort: value === "newest" ? null : value })}
              />
              <ul className={framedList} aria-label="Knowledge gaps">
                {items.map((gap) => (
                  <GapRow
                    key={gap.messageId}
                    {...{ gap, place }}
                    onAnswer={setAnswering}
                    onTest={({ threadId, messageId }) =>
                      making.make(() => makeCase({ ...place, threadId, messageId }))
                    }
                    onDismiss={(one) => void dismiss.run(one)}
                  />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      {making.dialog}
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
    </div>
  );
}

interface GapRowProps {
  gap: Snapshot<Gap>;
  place: AgentPlace;
  onAnswer: (gap: Gap) => void;
  onTest: (gap: Gap) => void;
  onDismiss: (gap: Gap) => void;
}

function GapRow({ gap, place, onAnswer, onTest, onDismiss }: GapRowProps): ReactNode {
  const { question, others, times, reasons, lastAt, threadId, messageId } = gap;
  const inbox = agentTabPath({ ...place, tab: "inbox/conversations" });
  const own = copyShown(gap);
  return (
    <li className={row}>
      <div>
        <Link href={`${inbox}/${encodeURIComponent(threadId)}?why=${encodeURIComponent(messageId)}`}>
          {question}
        </Link>
        <small>
          {reasons.map((reason) => (
            <Badge key={reason} tone={reason === "rated_bad" ? "danger" : "warning"}>
              {reasonWords[reason]}
            </Badge>
          ))}
          Asked {times === 1 ? "once" : `${times} times`}, last {describeDateTime(lastAt)}
        </small>
        {others.length > 0 && <small>Also: {others.map((other) => `“${other}”`).join(", ")}</small>}
      </div>
      {mayDo("knowledge.update") && (
        <Button size="small" icon={<Plus size={15} aria-hidden />} onClick={() => onAnswer(own)}>
          Add answer
        </Button>
      )}
      {mayDo("evaluation.update") && (
        <RowMenu
          label={`Actions for ${question}`}
          actions={[
            {
              ...{ label: "Make a test case", icon: <FlaskConical size={16} aria-hidden /> },
              onChoose: () => onTest(own),
            },
            { label: "Dismiss", icon: <X size={16} aria-hidden />, onChoose: () => onDismiss(own) },
          ]}
        />
      )}
    </li>
  );
}

const reasonWords: Record<Gap["reasons"][number], string> = {
  not_found: "Not found",
  no_source: "No source",
  rated_bad: "Rated bad",
};

const frame = css`
  display: grid;
  gap: 16px;
`;
const row = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
  padding: 10px 16px;
  & > div:first-child {
    display: grid;
    flex: 1 1 260px;
    gap: 4px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & a {
    font-weight: 550;
    color: inherit;
    text-decoration: none;
  }
  & a:hover {
    text-decoration: underline;
  }
  & small {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
`;
