import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { BookOpen } from "lucide-react";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { listCitations } from "../../../../shared/domain/citations.ts";
import { EmptyState } from "../../../../shared/ui/EmptyState.tsx";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { Card } from "../../../parts/Card.tsx";
import { VisitorView } from "../../../parts/previews.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { ReadingBar } from "./ReadingBar.tsx";
import { Verdict } from "./Verdict.tsx";
import type { Reading } from "./readReading.ts";

interface GuideChatProps {
  agent: Snapshot<Agent>;
  place: AgentPlace;
  reading: Reading;
}

/** The chat itself beside the steps: it opens with the first page, and says whether its last answer cites one. */
export function GuideChat({ agent, place, reading }: GuideChatProps): ReactNode {
  const [answer, setAnswer] = useState<string | null>(null);
  if (!mayDo("surfaces.read")) return null;
  const isReading = reading.status === "reading";
  return (
    <Card title="Try it" className={card}>
      {isReading && <ReadingBar reading={reading} />}
      {isReading && reading.pages === 0 ? (
        <EmptyState title="The chat opens with the first page" icon={<BookOpen size={20} aria-hidden />}>
          This takes a few seconds.
        </EmptyState>
      ) : (
        <>
          <Suspense fallback={<Skeleton height="480px" />}>
            <VisitorView agent={agent} place={place} isBare onAnswer={setAnswer} />
          </Suspense>
          <p role="status" className={verdict}>
            {answer !== null && <Verdict isCited={listCitations(answer).length > 0} isReading={isReading} />}
          </p>
        </>
      )}
    </Card>
  );
}

const card = css`
  position: sticky;
  top: 16px;
  gap: 12px;
  @media (max-width: 1100px) {
    position: static;
  }
`;
const verdict = css`
  font-size: var(--ph-text-s);
  color: var(--ph-warning-text);
  &:empty {
    display: none;
  }
  & > span {
    display: flex;
    align-items: center;
    gap: 6px;
  }
  & svg {
    flex: none;
  }
`;
