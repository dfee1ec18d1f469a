import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { useParams } from "wouter";
import { Bot } from "lucide-react";
import { Button, buttonClass } from "../../../shared/ui/Button.tsx";
import { EmptyState } from "../../../shared/ui/EmptyState.tsx";
import { CreateAgentLink } from "../../parts/CreateAgentLink.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { Page } from "../../parts/Page.tsx";
import { useAction } from "../../parts/useAction.ts";
import { agents, loadAgents } from "../../state/agents/agents.ts";
import { mayDo, organization } from "../../state/accounts/organization.ts";
import { navigate } from "../../state/shell/navigation.ts";
import { paths } from "../../state/shell/paths.ts";
import { isInboxOnly } from "../../state/conversations/inbox/isInboxOnly.ts";
import { AgentCards } from "./AgentCards.tsx";
import { DashboardFigures } from "./DashboardFigures.tsx";
import { DeletedAgents } from "./DeletedAgents.tsx";
import DemoOffer from "../../parts/demo/DemoOffer.tsx";
import { Queue } from "./Queue.tsx";
import { LearnRow } from "./LearnRow.tsx";

/** The organization's agents at a glance. */
export default function Dashboard(): ReactNode {
  const { orgId = "" } = useParams();
  const { items, page, error, status } = useSnapshot(agents);
  const { name } = useSnapshot(organization);
  const more = useAction(() => loadAgents(orgId, (page?.page ?? 0) + 1));
  const mayCreate = mayDo("agents.create");
  const create = mayCreate && <CreateAgentLink orgId={orgId} className={buttonClass("primary")} />;
  // Until the first publish there is something to learn: every agent is made with version 1.
  const isLearning = mayCreate && items.every(({ publishedVersion }) => publishedVersion <= 1);
  const isEmpty = status === "ready" && items.length === 0;
  return (
    <Page
      title="Dashboard"
      subtitle={isInboxOnly() ? "Conversations that need you." : `AI agents of ${name}`}
      actions={isEmpty ? null : create}
    >
      {error && (
        <ErrorNotice title="The agents could not be read." error={error} onRetry={() => loadAgents(orgId)} />
      )}
      {items.length > 0 && <DashboardFigures orgId={orgId} />}
      {isEmpty ? (
        <EmptyState
          title="No agents yet"
          icon={<Bot size={22} aria-hidden />}
          action={
            <>
              {create}
              <DemoOffer orgId={orgId} onDone={() => navigate(paths.insights(orgId))} />
            </>
          }
        >
          {mayCreate
            ? "An agent answers your visitors from your website. Creating one takes a minute."
            : "Ask an owner, admin or advisor to create one."}
        </EmptyState>
      ) : isInboxOnly() ? (
        <Queue agents={items} orgId={orgId} />
      ) : (
        <AgentCards agents={items} orgId={orgId} />
      )}
      {page && items.length < page.total && (
        <Button isBusy={more.isBusy} onClick={() => more.run()}>
          Show more
        </Button>
      )}
      {mayDo("agents.remove") && <DeletedAgents orgId={orgId} />}
      {isLearning && <LearnRow />}
    </Page>
  );
}
