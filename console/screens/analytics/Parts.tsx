import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Dashboard } from "../../../shared/contract/analytics/analytics.ts";
import { fieldOf, measureOf } from "../../../shared/domain/measures.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { MeasureHint } from "../../parts/figures/MeasureHint.tsx";
import { writeFigure } from "../../parts/figures/writeFigure.ts";
import { agentTabPath } from "../../state/shell/paths.ts";
import { skillPath } from "../../state/skills/skillPaths.ts";
import { workflowPath } from "../../state/workflows/workflowPaths.ts";
import { linkBehind } from "./drill.ts";
import type { Behind } from "./drill.ts";
import { tables } from "./partTables.ts";
import type { PartTable } from "./partTables.ts";
import { readLocationPath } from "../../../shared/client/basePath.ts";

/** The figures split by agent, surface, model, version, page and tool; what has nothing to show is left out. */
export function Parts({ data, behind }: { data: Dashboard; behind: Behind }): ReactNode {
  const shown = tables.filter(
    ({ of }) => data[of].length > 0 && (of !== "agents" || behind.agentId === null),
  );
  return (
    <>
      {shown.map((table) => (
        <PartCard key={table.of} {...{ table, data, behind }} />
      ))}
    </>
  );
}

function PartCard({
  table: { of, title, head, columns, nameOf },
  data,
  behind,
}: {
  table: PartTable;
  data: Dashboard;
  behind: Behind;
}): ReactNode {
  return (
    <Card title={title} id={of}>
      <div className={frame}>
        <table>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {columns.map(([measure, aggregation]) => (
                <th key={measure} scope="col">
                  <span>
                    {measureOf(measure).title}
                    <MeasureHint measure={measureOf(measure)} />
                  </span>
                  {aggregation === "p50" && <small>median</small>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data[of].map((part) => {
              const href = linkOf(of, part, behind);
              const name = nameOf?.(part.key) ?? (part.name || "Deleted");
              return (
                <tr key={part.key}>
                  <th scope="row">{href ? <Link href={href}>{name}</Link> : name}</th>
                  {columns.map(([measure, aggregation]) => (
                    <td key={measure}>
                      {writeFigure(
                        measureOf(measure).unit,
                        part.values[fieldOf(aggregation, measure)] ?? null,
                      )}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

/** What a row leads to: the agent, its conversations, the page of what it names, or the figures of it alone. */
function linkOf(
  of: PartTable["of"],
  part: Dashboard[PartTable["of"]][number],
  behind: Behind,
): string | null {
  const { orgId, agentId, filters, from, to } = behind;
  const { key } = part;
  if (of === "agents") {
    const query = new URLSearchParams({ range: "custom", from, to, ...filters });
    return `${agentTabPath({ orgId, agentId: key, tab: "agent-insights" })}?${query}`;
  }
  // Conversations have no model.
  const isInboxs = filters.model === undefined;
  if (of === "surfaces" && isInboxs) return linkBehind(behind, undefined, { surface: key });
  if (of === "languages" && key !== "" && isInboxs) return linkBehind(behind, undefined, { language: key });
  if (of === "labels" && isInboxs) return linkBehind(behind, undefined, { label: key });
  if (of === "models" && key !== "" && filters.model === undefined) {
    const query = new URLSearchParams(location.search);
    query.set("model", key);
    return `${readLocationPath()}?${query}`;
  }
  if (of === "versions" && agentId !== null && key !== "0")
    return agentTabPath({ orgId, agentId, tab: "versions" });
  if ("skill" in part && part.skill)
    return `${skillPath({ orgId, agentId: part.skill.agentId }, part.skill.id)}?view=runs`;
  if (of === "workflows" && "agentId" in part && part.agentId !== null && part.name !== "")
    return `${workflowPath({ orgId, agentId: part.agentId }, key)}?view=runs`;
  return null;
}

const frame = css`
  overflow-x: auto;
  margin: -8px -8px -12px;
  & table {
    width: 100%;
    border-collapse: collapse;
    font-size: var(--ph-text-s);
  }
  & th,
  & td {
    padding: 8px;
    text-align: end;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  & th:first-child {
    min-width: 9rem;
    max-width: 320px;
    text-align: start;
    white-space: normal;
    overflow-wrap: anywhere;
  }
  & thead th {
    font-weight: 500;
    color: var(--ph-text-2);
  }
  /* The hint's text is a span too, hidden until it is asked for. */
  & thead th > span {
    display: inline-flex;
    align-items: center;
    justify-content: flex-end;
  }
  & small {
    display: block;
  }
  & tbody th {
    font-weight: 550;
  }
  & tbody tr {
    border-top: 1px solid var(--ph-line);
  }
`;
