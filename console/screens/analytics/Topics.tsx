import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { describeCount } from "../../parts/describeNumber.ts";
import { Loaded } from "../../parts/Loaded.tsx";
import { loadTopics, ofQuestions, topics } from "../../state/evaluation/evaluation.ts";
import { conversationOf } from "./conversationOf.ts";
import type { Behind } from "./drill.ts";
import { useLoad } from "./useLoad.ts";

/** What visitors ask about most, with examples that lead to their conversations. */
export function Topics({ behind }: { behind: Behind }): ReactNode {
  const { orgId } = behind;
  const resource = useSnapshot(topics);
  const load = useLoad(loadTopics, behind);
  const data = resource.data?.of === ofQuestions(behind) ? resource.data : null;
  return (
    <Card
      title="Topics"
      id="topics"
      subtitle={data ? `From the newest ${describeCount(data.questions, "question")}` : undefined}
    >
      <Loaded
        resource={{ ...resource, data }}
        skeleton={<Skeleton height="120px" />}
        needs="evaluation.read"
        onRetry={load}
      >
        {({ items }) =>
          items.length === 0 ? (
            <p className={none}>No topics yet. A topic needs two similar questions.</p>
          ) : (
            <ul className={list}>
              {items.map(({ name, times, unanswered, credits, examples }) => (
                <li key={name}>
                  <details>
                    <summary>
                      <span>{name}</span>
                      <small>
                        {describeCount(times, "question")}
                        {unanswered > 0 && `, ${unanswered} unanswered`}
                        {credits > 0 && `, ${describeCount(credits, "credit")}`}
                      </small>
                    </summary>
                    <ul>
                      {examples.map((example) => (
                        <li key={example.messageId}>
                          <Link href={conversationOf({ orgId, agentId: example.agentId }, example)}>
                            {example.question}
                          </Link>
                        </li>
                      ))}
                    </ul>
                  </details>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
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
    padding: 8px 0;
    overflow-wrap: anywhere;
  }
  & > li + li {
    border-top: 1px solid var(--ph-line);
  }
  & summary {
    cursor: pointer;
  }
  & summary > span {
    font-weight: 550;
  }
  & small {
    margin-inline-start: 8px;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & details > ul {
    display: grid;
    gap: 4px;
    margin: 8px 0 0;
    padding-inline-start: 34px;
    font-size: var(--ph-text-s);
  }
`;
