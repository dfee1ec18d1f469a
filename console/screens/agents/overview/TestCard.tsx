import { Suspense } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { Card } from "../../../parts/Card.tsx";
import { FilterLinks } from "../../../parts/FilterLinks.tsx";
import { useQuery } from "../../../parts/useQuery.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { Playground } from "./later.ts";
import { VisitorView } from "../../../parts/previews.ts";

/** The ways to look at an answer; the second is the chat itself. */
const views = [
  { value: "", label: "With sources and cost" },
  { value: "visitor", label: "As visitors see it" },
];

interface TestCardProps {
  agent: Snapshot<Agent>;
  place: AgentPlace;
}

/** The agent to ask something, with the details of its answers or just as visitors see it. */
export function TestCard({ agent, place }: TestCardProps): ReactNode {
  const query = useQuery();
  const mayTry = mayDo("agents.update");
  const maySee = mayDo("surfaces.read");
  if (!mayTry && !maySee) return null;
  const isVisitors = !mayTry || (maySee && query.read("view") === "visitor");
  return (
    <Card
      title="Test"
      subtitle={
        isVisitors ? "Ask it what your visitors will ask." : "Test chats aren’t saved, counted or charged."
      }
      aside={
        mayTry &&
        maySee && (
          <FilterLinks
            label="How answers are shown"
            value={isVisitors ? "visitor" : ""}
            options={views}
            linkTo={(view) => query.link({ view: view || null })}
          />
        )
      }
      className={card}
    >
      <Suspense fallback={<Skeleton height="180px" />}>
        {isVisitors ? (
          <VisitorView agent={agent} place={place} />
        ) : (
          <Playground key={place.agentId} agent={agent} place={place} />
        )}
      </Suspense>
    </Card>
  );
}

const card = css`
  & > header {
    flex-wrap: wrap;
  }
`;
