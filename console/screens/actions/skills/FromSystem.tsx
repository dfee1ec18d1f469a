import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { PencilLine, SearchX } from "lucide-react";
import { EmptyState } from "../../../../shared/ui/EmptyState.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { accentNotice } from "../../../parts/accentNotice.ts";
import { Card } from "../../../parts/Card.tsx";
import { Loaded } from "../../../parts/Loaded.tsx";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { loadSystemSkills, systemSkills } from "../../../state/skills/systemSkills.ts";
import { ListSkeleton } from "./ListSkeleton.tsx";
import { skillPath } from "../../../state/skills/skillPaths.ts";
import { draftOf } from "./skillDrafts.ts";
import { SkillForm } from "./SkillForm.tsx";

interface FromSystemProps {
  place: AgentPlace;
  skillId: string;
}

/** Begins with a ready-made skill, and says what of it is still to be filled in. */
export function FromSystem({ place, skillId }: FromSystemProps): ReactNode {
  const { orgId } = place;
  const resource = useSnapshot(systemSkills);
  useEffect(() => void loadSystemSkills(orgId), [orgId]);
  return (
    <Loaded
      resource={resource}
      needs="skills.read"
      failedTitle="The ready-made actions could not be read."
      onRetry={() => void loadSystemSkills(orgId)}
      skeleton={<ListSkeleton />}
    >
      {({ items }) => {
        const found = items.find(({ id }) => id === skillId);
        if (!found)
          return (
            <Card>
              <EmptyState
                title="No such action"
                icon={<SearchX size={20} aria-hidden />}
                action={<Link href={skillPath(place, "new")}>Show all ways</Link>}
              >
                The link is wrong.
              </EmptyState>
            </Card>
          );
        return (
          <div className={frame}>
            {found.needs.length > 0 && (
              <section className={accentNotice} aria-label="Fill in first">
                <PencilLine size={18} aria-hidden />
                <div>
                  <strong>Fill in first</strong>
                  <ul>
                    {found.needs.map((need) => (
                      <li key={need}>{need}</li>
                    ))}
                  </ul>
                </div>
              </section>
            )}
            <SkillForm place={place} skill={null} start={draftOf(found.draft)} />
          </div>
        );
      }}
    </Loaded>
  );
}

const frame = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
`;
