import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { ArrowUpRight } from "lucide-react";
import { Link } from "wouter";
import { css } from "../../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../../shared/ui/style/visuallyHidden.ts";
import { SearchField } from "../../parts/SearchField.tsx";
import { agentTabPath, type AgentPlace } from "../../state/paths.ts";
import { findSections, lookSections, type ConfigurationSection } from "./configurationSections.ts";

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
        {findSections(lookSections, search).map(({ id, title }) => (
          <Link key={id} href={`${deploy}?group=${id}`} title="Under Deploy">
            {title}
            <ArrowUpRight size={14} aria-hidden />
          </Link>
        ))}
      </nav>
    </div>
  );
}

/** The section that is read: the first one in the upper part of the window. */
function useCurrent(ids: string): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const sections = ids.split(" ").flatMap((id) => document.getElementById(id) ?? []);
    const seen = new Set<Element>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target);
          else seen.delete(target);
        }
        setCurrent(sections.find((section) => seen.has(section))?.id ?? null);
      },
      { rootMargin: "-72px 0px -55% 0px" },
    );
    for (const section of sections) observer.observe(section);
    return () => observer.disconnect();
  }, [ids]);
  return current;
}

const frame = css`
  position: sticky;
  top: 24px;
  display: grid;
  gap: 12px;
  min-width: 0;
  & > nav {
    display: grid;
    gap: 2px;
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
  @media (max-width: 1180px) {
    position: static;
    & > nav {
      display: flex;
      flex-wrap: wrap;
      gap: 2px 4px;
      margin-inline: -10px;
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
