import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { Check, ChevronRight } from "lucide-react";
import type { Agent } from "../../../shared/contract/agents.ts";
import { css, cx } from "../../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../../shared/ui/style/visuallyHidden.ts";
import { Card } from "../../parts/Card.tsx";
import { useTabLink } from "../../parts/shownTabs.ts";
import { loadProgress, progress } from "../../state/agentProgress.ts";

interface NextStepsProps {
  agent: Readonly<Agent>;
  place: { orgId: string; agentId: string };
}

interface Step {
  tab: string;
  title: string;
  why: string;
  isDone: boolean;
}

/** What makes an agent useful, in order; only steps whose tab is there, ticked by what the server says is done. */
export function NextSteps({ agent, place }: NextStepsProps): ReactNode {
  const { data } = useSnapshot(progress);
  const linkTo = useTabLink();
  const { orgId, agentId } = place;
  useEffect(() => void loadProgress({ orgId, agentId }), [orgId, agentId]);

  const facts = data?.agentId === agentId ? data : null;
  const steps: Step[] = [
    {
      tab: "settings",
      title: "Say what it is for",
      why: "A few sentences on whom it helps, and with what, make every answer better.",
      isDone: agent.configuration.instructions.trim() !== "",
    },
    {
      tab: "datasources",
      title: "Add knowledge",
      why: "Your website, documents or typed text. The agent answers from them and shows where it found it.",
      isDone: facts?.hasKnowledge ?? false,
    },
    {
      tab: "deploy",
      title: "Test it and put it on your site",
      why: "Ask it something in the preview, then paste one line into your page.",
      isDone: facts?.isDeployed ?? false,
    },
    {
      tab: "inbox/conversations",
      title: "Watch the first conversations",
      why: "See what visitors ask, and take over where a person is better.",
      isDone: facts?.hasConversations ?? false,
    },
  ];
  const shown = steps.flatMap((step) => {
    const href = linkTo(place, step.tab);
    return href ? [{ ...step, href }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <Card
      title="Next steps"
      subtitle={`${shown.filter(({ isDone }) => isDone).length} of ${shown.length} done`}
    >
      <ol className={list}>
        {shown.map(({ tab, title, why, isDone, href }) => (
          <li key={tab}>
            <Link href={href}>
              <span className={cx(mark, isDone && done)}>
                {isDone && <Check size={14} strokeWidth={2.5} aria-hidden />}
                <span className={visuallyHidden}>{isDone ? "Done: " : "To do: "}</span>
              </span>
              <span className={words}>
                <strong>{title}</strong>
                <span>{why}</span>
              </span>
              <ChevronRight size={18} aria-hidden />
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  );
}

const list = css`
  display: grid;
  margin: -8px -12px -12px;
  padding: 0;
  list-style: none;
  & > li + li {
    border-top: 1px solid var(--ph-line);
  }
  & a {
    display: flex;
    align-items: center;
    gap: 14px;
    padding: 14px 12px;
    border-radius: var(--ph-radius-s);
    color: inherit;
    text-decoration: none;
  }
  & a:hover {
    background: var(--ph-hover);
  }
  & a > svg {
    flex: none;
    color: var(--ph-text-3);
  }
`;
const words = css`
  display: grid;
  flex: 1;
  color: var(--ph-text-2);
  & > strong {
    font-weight: 550;
    color: var(--ph-text);
  }
`;
const mark = css`
  display: grid;
  place-items: center;
  flex: none;
  width: 22px;
  height: 22px;
  border: 1.5px solid var(--ph-line-strong);
  border-radius: 50%;
`;
const done = css`
  border-color: transparent;
  background: var(--ph-success-soft);
  color: var(--ph-success-text);
`;
