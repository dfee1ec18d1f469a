import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { Search } from "lucide-react";
import { css } from "../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../shared/ui/style/visuallyHidden.ts";
import { readMember } from "../guards/runGuards.ts";
import { fillPath, isShownTo } from "../guards/route.ts";
import type { ConsoleRoute } from "../guards/route.ts";
import { CreateAgentLink } from "../parts/CreateAgentLink.tsx";
import { Logo } from "../parts/Logo.tsx";
import { agents } from "../state/agents/agents.ts";
import { mayDo, organization } from "../state/accounts/organization.ts";
import { paths, readAgentId } from "../state/shell/paths.ts";
import { AgentList } from "./AgentList.tsx";
import { NavigationLink } from "./NavigationLink.tsx";

/** From this many agents on, a search field is worth its room. */
const searchFrom = 5;

/** What the sidebar and the phone's side panel hold: top menu, the organization's agents, Create AI Agent. */
export function AgentNavigation({
  routes,
  path,
}: {
  routes: readonly ConsoleRoute[];
  path: string;
}): ReactNode {
  const { _id: orgId, name } = useSnapshot(organization);
  const { items } = useSnapshot(agents);
  const [search, setSearch] = useState("");
  if (!orgId) return null;

  const topItems = routes
    .filter(({ menu }) => menu?.place === "top")
    .filter((route) => isShownTo(route, readMember()));
  // The newest first, as the server lists them: one that was just made is where it will be after a reload.
  const found = items
    .filter((agent) => agent.name.toLowerCase().includes(search.trim().toLowerCase()))
    .toSorted((one, other) => other.createdAt - one.createdAt);
  return (
    <div className={navigation}>
      <Link href={paths.dashboard(orgId)} className={brand}>
        <Logo />
        <span>{name}</span>
      </Link>
      <nav aria-label="Main">
        {topItems.map((route) => (
          <NavigationLink key={route.path} route={route} href={fillPath(route.path, { orgId })} path={path} />
        ))}
      </nav>
      <div className={heading}>
        <h2>AI Agents</h2>
        <span>{items.length > 0 && items.length}</span>
      </div>
      {items.length >= searchFrom && (
        <label className={searchField}>
          <span className={visuallyHidden}>Search agents</span>
          <Search size={15} aria-hidden />
          <input
            type="search"
            placeholder="Search"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        </label>
      )}
      <nav aria-label="AI Agents" className={list}>
        <AgentList agents={found} routes={routes} path={path} selectedId={readAgentId(path)} orgId={orgId} />
        {items.length > 0 && found.length === 0 && <p>No agents found.</p>}
      </nav>
      {mayDo("agents.create") && <CreateAgentLink orgId={orgId} className={create} />}
    </div>
  );
}

const navigation = css`
  display: flex;
  flex-direction: column;
  gap: 4px;
  height: 100%;
  padding: 12px;
  & > nav {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 2px;
  }
`;
const brand = css`
  display: grid;
  gap: 2px;
  padding: 8px;
  margin-bottom: 8px;
  border-radius: var(--ph-radius-s);
  color: inherit;
  text-decoration: none;
  & > span:last-child {
    padding-inline-start: 33px;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;
const heading = css`
  display: flex;
  justify-content: space-between;
  padding: 16px 8px 4px;
  font-size: var(--ph-text-xs);
  color: var(--ph-text-3);
  & > h2 {
    font-size: inherit;
    font-weight: 600;
  }
`;
const searchField = css`
  position: relative;
  display: block;
  margin: 2px 0 6px;
  & > svg {
    position: absolute;
    inset-inline-start: 10px;
    top: 50%;
    translate: 0 -50%;
    color: var(--ph-text-3);
    pointer-events: none;
  }
  & > input {
    width: 100%;
    min-height: 34px;
    padding: 4px 8px 4px 32px;
    border: 1px solid var(--ph-line-strong);
    border-radius: var(--ph-radius-s);
    background: var(--ph-surface);
    font-size: var(--ph-text-s);
  }
  @media (pointer: coarse) {
    & > input {
      min-height: 44px;
      font-size: 16px;
    }
  }
`;
const list = css`
  flex: 1;
  min-height: 0;
  align-content: start;
  overflow-y: auto;
  margin-inline: -4px;
  padding-inline: 4px;
  & > p {
    padding: 8px;
    color: var(--ph-text-3);
    font-size: var(--ph-text-s);
  }
`;
const create = css`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  min-height: 40px;
  margin-top: 8px;
  border: 1px solid var(--ph-line-strong);
  border-radius: var(--ph-radius-s);
  background: var(--ph-surface);
  color: var(--ph-text);
  font-size: inherit;
  font-weight: 550;
  text-decoration: none;
  cursor: pointer;
  &:hover {
    border-color: var(--ph-accent-text);
    color: var(--ph-accent-text);
  }
`;
