import { Suspense, useDeferredValue, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useParams } from "wouter";
import type { Snapshot } from "valtio";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { Tab, Tabs } from "../../../shared/ui/Tabs.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { AgentScreen } from "../../parts/AgentScreen.tsx";
import { describeMoment } from "../../parts/describeMoment.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { Page } from "../../parts/Page.tsx";
import { SaveBar } from "../../parts/SaveBar.tsx";
import { WithPreview } from "../../parts/WithPreview.tsx";
import { mayDo } from "../../state/accounts/organization.ts";
import { ChangeConflict } from "../../parts/ChangeConflict.tsx";
import { DeleteAgentCard } from "./DeleteAgentCard.tsx";
import { ConfigurationFields } from "./ConfigurationFields.tsx";
import { ConfigurationNav } from "./ConfigurationNav.tsx";
import {
  configurationPages,
  configurationSections,
  endOfSection,
  findSections,
  isRefused,
} from "../../parts/configurationSections.ts";
import type { ConfigurationPart, ConfigurationSection } from "../../parts/configurationSections.ts";
import { follow } from "../../parts/follow.ts";
import { navigate } from "../../state/shell/navigation.ts";
import { agentTabPath } from "../../state/shell/paths.ts";
import { VersionsLink } from "./VersionsLink.tsx";
import { AgentMenu } from "./AgentMenu.tsx";
import { PublishActions } from "../../parts/PublishActions.tsx";
import { useConfigurationForm } from "./useConfigurationForm.ts";
import { toAddress } from "../../../shared/client/basePath.ts";
import { VisitorView } from "../../parts/previews.ts";

/** The agent's settings: typed here, saved as a draft, made public by Publish. */
export default function Configuration(): ReactNode {
  return (
    <AgentScreen>
      {(agent, place) => <ConfigurationForm key={agent.id} agent={agent} place={place} />}
    </AgentScreen>
  );
}

interface ConfigurationFormProps {
  agent: Snapshot<Agent>;
  place: { orgId: string; agentId: string };
}

function ConfigurationForm({ agent, place }: ConfigurationFormProps): ReactNode {
  const form = useConfigurationForm(agent, place);
  const isReadOnly = !mayDo("agents.update");
  const { error } = form.saving;
  const { typed, saved } = form;
  const shown = useDeferredValue(typed);
  const [search, setSearch] = useState("");
  const { part = "" } = useParams();
  const page = configurationPages.find((one) => one.part === part) ?? configurationPages[0];
  const path = agentTabPath({ ...place, tab: "settings" });
  useSectionPage(path, page.part);
  // A search looks on all pages.
  const sections = findSections(configurationSections, search).filter(
    (section) => search.trim() !== "" || section.part === page.part,
  );
  const hasPreview = page.part === "" || page.part === "answers";
  const markOf = (section: ConfigurationSection) => {
    if (isRefused(section, error)) return "Check";
    const isChanged = section.names.some(
      (name) => JSON.stringify(typed[name]) !== JSON.stringify(saved[name]),
    );
    return isChanged ? "Changed" : null;
  };
  return (
    <Page
      title="Configuration"
      subtitle={`Saved ${describeMoment(agent.updatedAt)} · Version ${agent.publishedVersion} is live`}
      actions={
        <>
          <PublishActions agent={agent} place={place} isHeldBack={form.changedCount > 0}>
            <VersionsLink place={place} />
          </PublishActions>
          <AgentMenu name={agent.name} place={place} />
        </>
      }
    >
      <ChangeConflict form={form} area="configuration" />
      {error && error.code !== "conflict" && (
        <ErrorNotice title="Your changes were not saved." error={error} onRetry={form.save} />
      )}
      <Tabs label="Pages of Configuration">
        {configurationPages.map(({ part: of, title }) => {
          const href = path + (of && `/${of}`);
          const isToCheck = configurationSections.some((one) => one.part === of && isRefused(one, error));
          return (
            <Tab
              key={of}
              href={toAddress(href)}
              isCurrent={of === page.part}
              onClick={(event) => follow(event, href, { keepsWork: true })}
            >
              {title}
              {isToCheck && " · Check"}
            </Tab>
          );
        })}
      </Tabs>
      <Beside
        preview={
          hasPreview && (
            <Suspense fallback={<Skeleton height="480px" />}>
              <VisitorView
                place={place}
                agent={{
                  ...{ name: shown.name.trim() || "Your agent", icon: shown.icon, configuration: shown },
                  publishedVersion: agent.publishedVersion,
                }}
                savedName={saved.name}
                isSlim
                isBehind={form.changedCount > 0}
              />
            </Suspense>
          )
        }
      >
        <div className={columns}>
          <ConfigurationNav {...{ place, search, sections, markOf }} onSearch={setSearch} />
          <div>
            <ConfigurationFields
              place={place}
              typed={typed}
              onChange={form.change}
              error={error}
              isReadOnly={isReadOnly}
              shown={new Set(sections.map(({ id }) => id))}
            />
            {sections.length === 0 && <p>No setting found on this page.</p>}
            {mayDo("agents.remove") && search.trim() === "" && page.part === "" && (
              <DeleteAgentCard agent={agent} place={place} />
            )}
          </div>
        </div>
      </Beside>
      <SaveBar
        changedCount={form.changedCount}
        isSaving={form.saving.isBusy}
        onSave={form.save}
        onDiscard={form.discard}
      />
    </Page>
  );
}

/** What visitors see of it, where the page is about that. */
function Beside({ preview, children }: { preview: ReactNode; children: ReactNode }): ReactNode {
  if (!preview) return children;
  return (
    <WithPreview isSlim preview={preview}>
      {children}
    </WithPreview>
  );
}

/** An address that names a section, as one of before these pages, leads to the page that it is on. */
function useSectionPage(path: string, part: ConfigurationPart): void {
  useEffect(() => {
    const named = configurationSections.find(({ id }) => location.hash === `#${id}`);
    if (named && named.part !== part) {
      navigate(path + endOfSection(named), { replace: true, keepsWork: true });
    } else if (named) document.getElementById(named.id)?.scrollIntoView?.();
  }, [path, part]);
}

const columns = css`
  display: grid;
  grid-template-columns: 190px minmax(0, 1fr);
  align-items: start;
  gap: 32px;
  min-width: 0;
  & > div:last-child {
    display: grid;
    gap: 16px;
    min-width: 0;
  }
  & > div > p {
    color: var(--ph-text-2);
  }
  @media (max-width: 1439px) {
    grid-template-columns: minmax(0, 1fr);
    gap: 20px;
  }
`;
