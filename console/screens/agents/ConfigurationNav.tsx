import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { ArrowUpRight } from "lucide-react";
import { Link } from "wouter";
import { css } from "../../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../../shared/ui/style/visuallyHidden.ts";
import { SearchField } from "../../parts/SearchField.tsx";
import { agentTabPath, type AgentPlace } from "../../state/shell/paths.ts";
import { findSections, lookSections, type ConfigurationSection } from "../../parts/configurationSections.ts";

interface ConfigurationNavProps {
  place: AgentPlace;
  search: string;
  onSearch: (typed: string) => void;
  /** Those that the search finds. */
  sections: readonly ConfigurationSection[];
  /** What is to be said of a section beside its title; null for nothing. */
  markOf: (section: ConfigurationSection) => "Changed" | "Check" | null;
}

/** The sections of the settings as links into the page, with a search over them. */
export function ConfigurationNav(props: ConfigurationNavProps): ReactNode {
  const { place, search, onSearch, sections, markOf } = props;
  const current = useCurrent(sections.map(({ id }) => id).join(" "));
  const look = findSections(lookSections, search);
  const deploy = agentTabPath({ ...place, tab: "deploy" });
  return (
    <div className={frame}>
      <SearchField label="Find a setting" value={search} onChange={onSearch} />
      <nav aria-label="Settings">
        {sections.map((section) => {
          const { id, title } = section;
          const mark = markOf(section);
          return (
            <a key={id} href={`#${id}`} aria-current={id === current ? "location" : undefined}>
              {title}
              {mark && (
                <i data-mark={mark} title={mark}>
                  <span className={visuallyHidden}>{mark}</span>
                </i>
              )}
            </a>
          );
        })}
        {look.length > 0 && (
          <div role="group" aria-label="Under Deploy">
            {look.map(({ id, title }) => (
              <Link key={id} href={`${deploy}?group=${id}`} title="Under Deploy">
                {title}
                <ArrowUpRight size={14} aria-hidden />
              </Link>
            ))}
          </div>
        )}
      </nav>
    </div>
  );
}

/** The section that is read: the one that was gone to while it is in sight, else the first in the upper part of the window. */
function useCurrent(ids: string): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const sections = ids.split(" ").flatMap((id) => document.getElementById(id) ?? []);
    const seen = new Set<Element>();
    const update = () => {
      const inSight = sections.filter((section) => seen.has(section));
      const goneTo = inSight.find(({ id }) => location.hash === `#${id}`);
      setCurrent((goneTo ?? inSight[0])?.id ?? null);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target);
          else seen.delete(target);
        }
        update();
      },
      // Below the bar, and less than the distance at which a section stops there.
      { rootMargin: "-104px 0px -40% 0px" },
    );
    for (const section of sections) observer.observe(section);
    addEventListener("hashchange", update);
    return () => {
      observer.disconnect();
      removeEventListener("hashchange", update);
    };
  }, [ids]);
  return current;
}

const frame = css`
  position: sticky;
  top: 24px;
  display: grid;
  gap: 12px;
  min-width: 0;
  & > nav,
  & > nav > div {
    display: grid;
    gap: 2px;
  }
  & > nav > div:not(:first-child) {
    margin-top: 8px;
    padding-top: 8px;
    border-top: 1px solid var(--ph-line);
  }
  & a {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 32px;
    padding: 4px 10px;
    border-radius: var(--ph-radius-s);
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
    text-decoration: none;
  }
  & a:hover {
    background: var(--ph-hover);
    color: var(--ph-text);
  }
  & a[aria-current] {
    background: var(--ph-hover);
    font-weight: 550;
    color: var(--ph-text);
  }
  & a > svg {
    flex: none;
    color: var(--ph-text-3);
  }
  & i {
    flex: none;
    width: 7px;
    height: 7px;
    border-radius: 50%;
    background: var(--ph-accent);
  }
  & i[data-mark="Check"] {
    background: var(--ph-danger);
  }
  @media (max-width: 1439px) {
    position: static;
    /* One row that scrolls; it fades out, so that it does not end as if it were complete. */
    & > nav {
      display: flex;
      margin-inline: -10px;
      padding-inline-end: 40px;
      overflow-x: auto;
      scrollbar-width: none;
      mask-image: linear-gradient(to right, #000 calc(100% - 40px), transparent);
    }
    &:dir(rtl) > nav {
      mask-image: linear-gradient(to left, #000 calc(100% - 40px), transparent);
    }
    & > nav > div:not(:first-child),
    & > nav > div {
      display: flex;
      margin: 0;
      padding: 0;
      border: 0;
    }
    & a {
      flex: none;
    }
    & a[aria-current] {
      background: none;
      font-weight: inherit;
      color: inherit;
    }
  }
  @media (pointer: coarse) {
    & a {
      min-height: 40px;
    }
  }
`;
