import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { brandName, defaultPageTitle } from "../../shared/domain/product.ts";
import type { ConsoleRoute } from "../guards/route.ts";
import { agents } from "../state/agents/agents.ts";
import { readAgentId } from "../state/shell/paths.ts";

/** Keeps the page's title: `Agent · Tab · Product`, or what of it there is. */
export function PageTitle({ route, path }: { route: ConsoleRoute; path: string }): null {
  const agentId = readAgentId(path);
  const { items } = useSnapshot(agents);
  const agentName = agentId ? (items.find(({ id }) => id === agentId)?.name ?? defaultPageTitle) : null;
  const title = [agentName, route.title, brandName].filter(Boolean).join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
