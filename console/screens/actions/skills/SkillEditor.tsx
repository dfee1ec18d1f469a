import { Suspense, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Link, useParams } from "wouter";
import { SearchX, Trash2 } from "lucide-react";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { skillKinds } from "../../../../shared/domain/skills.ts";
import { EmptyState } from "../../../../shared/ui/EmptyState.tsx";
import { Tab, Tabs } from "../../../../shared/ui/Tabs.tsx";
import { AgentScreen } from "../../../parts/AgentScreen.tsx";
import { BackLink } from "../../../parts/BackLink.tsx";
import { Card } from "../../../parts/Card.tsx";
import { follow } from "../../../parts/follow.ts";
import { Loaded } from "../../../parts/Loaded.tsx";
import { Page } from "../../../parts/Page.tsx";
import { PublishActions } from "../../../parts/PublishActions.tsx";
import { RowMenu } from "../../../parts/RowMenu.tsx";
import { useQuery } from "../../../parts/useQuery.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import { holdUnsaved, navigate, navigation } from "../../../state/shell/navigation.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { loadSkills, skills } from "../../../state/skills/skills.ts";
import { ListSkeleton } from "./ListSkeleton.tsx";
import { skillsPath } from "../../../state/skills/skillPaths.ts";
import { draftOf } from "./skillDrafts.ts";
import { toAddress } from "../../../../shared/client/basePath.ts";
import { NewSkill, SkillForm } from "./forms.ts";
import { DeleteSkill, SkillRuns } from "../overlays.ts";

const views = [
  { view: null, label: "Settings" },
  { view: "runs", label: "Runs" },
];

/** One action of an agent: its settings with their test, and its runs; or one that is added. */
export default function SkillEditor(): ReactNode {
  const { skillId = "" } = useParams();
  return (
    <AgentScreen>
      {(agent, place) =>
        skillId === "new" ? (
          <AddSkill agent={agent} place={place} />
        ) : (
          <OpenSkill key={skillId} agent={agent} place={place} skillId={skillId} />
        )
      }
    </AgentScreen>
  );
}

interface EditorProps {
  agent: Snapshot<Agent>;
  place: AgentPlace;
}

function AddSkill({ place }: EditorProps): ReactNode {
  return (
    <Page title="Add action" above={<BackLink href={skillsPath(place)}>Actions</BackLink>}>
      <Suspense fallback={<ListSkeleton />}>
        <NewSkill place={place} />
      </Suspense>
    </Page>
  );
}

function OpenSkill({ agent, place, skillId }: EditorProps & { skillId: string }): ReactNode {
  const { orgId, agentId } = place;
  const resource = useSnapshot(skills);
  const { isHeld } = useSnapshot(navigation);
  const query = useQuery();
  const view = query.read("view") || null;
  const [isDeleting, setIsDeleting] = useState(false);
  useEffect(() => void loadSkills({ orgId, agentId }), [orgId, agentId]);
  const skill = resource.data?.items.find(({ id }) => id === skillId);
  return (
    <Page
      title={skill?.title ?? "Action"}
      subtitle={skill && skillKinds[skill.config.kind]}
      above={<BackLink href={skillsPath(place)}>Actions</BackLink>}
      actions={
        skill && (
          <>
            <PublishActions agent={agent} place={place} isHeldBack={isHeld} />
            {mayDo("skills.update") && (
              <RowMenu
                label={`Actions for ${skill.title}`}
                actions={[
                  {
                    label: "Delete",
                    icon: <Trash2 size={16} aria-hidden />,
                    onChoose: () => setIsDeleting(true),
                    isDanger: true,
                  },
                ]}
              />
            )}
          </>
        )
      }
    >
      {skill && (
        <Tabs label="Parts of the action">
          {views.map((one) => {
            const href = query.link({ view: one.view, run: null, page: null });
            return (
              <Tab
                key={one.label}
                href={toAddress(href)}
                isCurrent={one.view === view}
                onClick={(event) => follow(event, href)}
              >
                {one.label}
              </Tab>
            );
          })}
        </Tabs>
      )}
      <Loaded
        resource={resource}
        needs="skills.read"
        failedTitle="The action could not be read."
        onRetry={() => void loadSkills(place)}
        skeleton={<ListSkeleton />}
      >
        {() =>
          skill ? (
            <Suspense fallback={<ListSkeleton />}>
              {view === "runs" ? (
                <SkillRuns place={place} skillId={skillId} isForm={skill.config.kind === "form"} />
              ) : (
                <SkillForm place={place} skill={skill} start={draftOf(skill)} />
              )}
            </Suspense>
          ) : (
            <Card>
              <EmptyState
                title="This action no longer exists"
                icon={<SearchX size={20} aria-hidden />}
                action={<Link href={skillsPath(place)}>Show all actions</Link>}
              >
                It was deleted, or the link is wrong.
              </EmptyState>
            </Card>
          )
        }
      </Loaded>
      {isDeleting && skill && (
        <Suspense>
          <DeleteSkill
            place={place}
            skill={skill}
            onDeleted={() => {
              holdUnsaved(null);
              navigate(skillsPath(place));
            }}
            onClose={() => setIsDeleting(false)}
          />
        </Suspense>
      )}
    </Page>
  );
}
