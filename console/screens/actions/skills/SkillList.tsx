import { Suspense, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import { Plus, Trash2, Zap } from "lucide-react";
import type { Skill } from "../../../../shared/contract/skills/skills.ts";
import { maxSkills } from "../../../../shared/domain/skills.ts";
import { formatRelativeTime } from "../../../../shared/format/relativeTime.ts";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { buttonClass } from "../../../../shared/ui/Button.tsx";
import { EmptyState } from "../../../../shared/ui/EmptyState.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { Toggle } from "../../../../shared/ui/Toggle.tsx";
import { Card } from "../../../parts/Card.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { framedList } from "../../../parts/framedList.ts";
import { Loaded } from "../../../parts/Loaded.tsx";
import { PublishActions } from "../../../parts/PublishActions.tsx";
import { RowMenu } from "../../../parts/RowMenu.tsx";
import { useAgent } from "../../../parts/useAgent.ts";
import { useKeptFocus } from "../../../parts/useKeptFocus.ts";
import { useLatestAction } from "../../../parts/useLatestAction.ts";
import { useNow } from "../../../parts/useNow.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { changeSkill, loadSkills, skills } from "../../../state/skills/skills.ts";
import { AddWays } from "./AddWays.tsx";
import { ListSkeleton } from "./ListSkeleton.tsx";
import { skillPath } from "../../../state/skills/skillPaths.ts";
import { draftOf } from "./skillDrafts.ts";
import { describeTarget, describeUse, riskWords } from "./skillWords.ts";
import { DeleteSkill } from "../overlays.ts";

/** The actions of an agent: what it can do besides answering. */
export default function SkillList({ place }: { place: AgentPlace }): ReactNode {
  const { orgId, agentId } = place;
  const { agent } = useAgent();
  const resource = useSnapshot(skills);
  const [deleted, setDeleted] = useState<Snapshot<Skill> | null>(null);
  useEffect(() => void loadSkills({ orgId, agentId }), [orgId, agentId]);
  return (
    <div {...useKeptFocus<HTMLDivElement>()} className={frame}>
      <Loaded
        resource={resource}
        needs="skills.read"
        failedTitle="The actions could not be read."
        onRetry={() => void loadSkills(place)}
        skeleton={<ListSkeleton />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <Card>
              <EmptyState title="No actions yet" icon={<Zap size={20} aria-hidden />}>
                An action lets the agent do something in a conversation, such as looking up an order or taking
                a request.
              </EmptyState>
              {mayDo("skills.update") && <AddWays place={place} />}
            </Card>
          ) : (
            <>
              <div className={head}>
                {items.length >= maxSkills && <p>An agent has at most {maxSkills} actions.</p>}
                {agent && <PublishActions agent={agent} place={place} />}
                {mayDo("skills.update") && items.length < maxSkills && (
                  <Link
                    href={skillPath(place, "new")}
                    // Beside Publish, which is then the next step.
                    className={buttonClass(agent?.hasUnpublishedChanges ? "secondary" : "primary")}
                  >
                    <Plus size={17} aria-hidden />
                    Add action
                  </Link>
                )}
              </div>
              <ul className={framedList} aria-label="Actions">
                {items.map((skill) => (
                  <li key={skill.id}>
                    <SkillLine skill={skill} place={place} onDelete={() => setDeleted(skill)} />
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      {deleted && (
        <Suspense>
          <DeleteSkill place={place} skill={deleted} onClose={() => setDeleted(null)} />
        </Suspense>
      )}
    </div>
  );
}

interface SkillLineProps {
  skill: Snapshot<Skill>;
  place: AgentPlace;
  onDelete: () => void;
}

function SkillLine({ skill, place, onDelete }: SkillLineProps): ReactNode {
  const now = useNow();
  const { id, title, description, config, risk, lastUsedAt } = skill;
  const mayChange = mayDo("skills.update");
  const { choose, chosen, error } = useLatestAction((enabled: boolean) => {
    const newest = skills.data?.items.find((one) => one.id === id) ?? skill;
    return changeSkill(place, { ...draftOf(newest), enabled, id, updatedAt: newest.updatedAt });
  });
  const isOn = chosen?.value ?? skill.enabled;
  const { uses, failures } = describeUse(skill);
  const facts = [
    describeTarget(config),
    uses,
    lastUsedAt !== null && `used ${formatRelativeTime(lastUsedAt, now)}`,
  ];
  return (
    <>
      <div className={line} data-off={isOn ? undefined : ""}>
        <Link href={skillPath(place, id)}>
          <strong>{title}</strong>
          <span>{description}</span>
          <small>
            {facts.filter(Boolean).join(" · ")}
            {failures && <b> · {failures}</b>}
          </small>
        </Link>
        {(config.kind !== "form" || risk === "approval") && (
          <Badge tone={riskWords[risk].tone}>{riskWords[risk].label}</Badge>
        )}
        <Toggle label={title} isOn={isOn} onChange={choose} isDisabled={!mayChange} />
        {mayChange && (
          <RowMenu
            label={`Actions for ${title}`}
            actions={[
              {
                label: "Delete",
                icon: <Trash2 size={16} aria-hidden />,
                onChoose: onDelete,
                isDanger: true,
              },
            ]}
          />
        )}
      </div>
      {error && <ErrorNotice title={`${title} was not changed.`} error={error} />}
    </>
  );
}

const frame = css`
  display: grid;
  gap: 16px;
  min-width: 0;
`;
const head = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: 8px;
  & > p {
    margin-inline-end: auto;
    color: var(--ph-text-2);
  }
`;
const line = css`
  display: flex;
  align-items: center;
  gap: 12px;
  padding-inline-end: 12px;
  & > a {
    display: grid;
    flex: 1;
    gap: 2px;
    min-width: 0;
    padding: 14px 4px 14px 20px;
    color: var(--ph-text);
    text-decoration: none;
  }
  &:hover {
    background: var(--ph-hover);
  }
  & > a:focus-visible {
    outline-offset: -2px;
  }
  & strong {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & > a > span {
    color: var(--ph-text-2);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & small {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  & small > b {
    color: var(--ph-danger-text);
    font-weight: 550;
  }
  &[data-off] strong {
    color: var(--ph-text-2);
  }
  @media (max-width: 600px) {
    flex-wrap: wrap;
    gap: 4px 12px;
    padding: 0 12px 10px 16px;
    & > a {
      flex: 1 0 100%;
      padding: 12px 0 4px;
    }
    & > a > span {
      white-space: normal;
      overflow-wrap: anywhere;
    }
    & > button {
      margin-inline-start: auto;
    }
  }
`;
