import type { ReactNode } from "react";
import { Link } from "wouter";
import type { ShownSource } from "../../state/knowledge/dataSources.ts";
import { agentTabPath } from "../../state/shell/paths.ts";

/** Which agents answer from a shared source, each with the way to where it chose that. */
export function UsedBy({
  agents,
  orgId,
}: {
  agents: NonNullable<ShownSource["usedBy"]>;
  orgId: string;
}): ReactNode {
  if (agents.length === 0) return <p>No agent uses it yet. Turn it on in an agent’s Data sources.</p>;
  return (
    <p>
      Used by{" "}
      {agents.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ", "}
          <Link href={agentTabPath({ orgId, agentId: id, tab: "datasources" })}>{name}</Link>
        </span>
      ))}
    </p>
  );
}
