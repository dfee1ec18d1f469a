import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { CalendarDays, Contact, LifeBuoy, Package, Search } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { SystemSkillCategory } from "../../../../shared/domain/skills.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { Loaded } from "../../../parts/Loaded.tsx";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { loadSystemSkills, systemSkills } from "../../../state/skills/systemSkills.ts";
import { linkCards } from "./linkCards.ts";
import { ListSkeleton } from "./ListSkeleton.tsx";
import { skillPath } from "../../../state/skills/skillPaths.ts";

const icons: Record<SystemSkillCategory, LucideIcon> = {
  leads: Contact,
  bookings: CalendarDays,
  search: Search,
  orders: Package,
  support: LifeBuoy,
};

/** The ready-made skills, each a link to the editor with its draft. */
export function SystemSkills({ place }: { place: AgentPlace }): ReactNode {
  const { orgId } = place;
  const resource = useSnapshot(systemSkills);
  useEffect(() => void loadSystemSkills(orgId), [orgId]);
  return (
    <section className={frame}>
      <h2 id="ready-made">Ready-made actions</h2>
      <Loaded
        resource={resource}
        needs="skills.read"
        failedTitle="The ready-made actions could not be read."
        onRetry={() => void loadSystemSkills(orgId)}
        skeleton={<ListSkeleton />}
      >
        {({ items }) => (
          <ul className={linkCards} aria-labelledby="ready-made">
            {items.map(({ id, title, description, category }) => {
              const Icon = icons[category];
              return (
                <li key={id}>
                  <Link href={`${skillPath(place, "new")}?from=system&skill=${encodeURIComponent(id)}`}>
                    <Icon size={20} aria-hidden />
                    <span>
                      <strong>{title}</strong>
                      <small>{description}</small>
                    </span>
                  </Link>
                </li>
              );
            })}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

const frame = css`
  display: grid;
  gap: 12px;
  margin-block-start: 20px;
  & > h2 {
    font-size: var(--ph-text-m);
    font-weight: 600;
  }
`;
