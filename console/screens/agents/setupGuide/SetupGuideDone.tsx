import type { ReactNode } from "react";
import { Link } from "wouter";
import { PartyPopper } from "lucide-react";
import type { SetupGuideItem } from "../../../../shared/domain/setupGuide.ts";
import { buttonClass } from "../../../../shared/ui/Button.tsx";
import { EmptyState } from "../../../../shared/ui/EmptyState.tsx";
import { plural } from "../../../../shared/words/language.ts";
import { Page } from "../../../parts/Page.tsx";
import { agentTabPath } from "../../../state/shell/paths.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";

interface SetupGuideDoneProps {
  name: string;
  place: AgentPlace;
  items: readonly Readonly<SetupGuideItem>[];
}

/** Shown once, after the last step was reviewed; the tab has gone from the menu by then. */
export function SetupGuideDone({ name, place, items }: SetupGuideDoneProps): ReactNode {
  const skipped = items.filter((item) => item.skipped && !item.completed).length;
  return (
    <Page title="Setup Guide">
      <EmptyState
        title={`${name} is set up`}
        icon={<PartyPopper size={22} aria-hidden />}
        action={
          <Link href={agentTabPath({ ...place, tab: "overview" })} className={buttonClass("primary")}>
            Go to overview
          </Link>
        }
      >
        {skipped === 0
          ? "All five steps are done."
          : `${plural(skipped, { one: "{count} step was skipped", other: "{count} steps were skipped" })}. You can do it later in the agent’s tabs.`}
      </EmptyState>
    </Page>
  );
}
