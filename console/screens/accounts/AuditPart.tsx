import { useCallback, useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Download, ListChecks, Search } from "lucide-react";
import { Button } from "../../../shared/ui/Button.tsx";
import { EmptyState } from "../../../shared/ui/EmptyState.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { Pager } from "../../parts/Pager.tsx";
import { saveFile } from "../../parts/saveFile.ts";
import { useAction } from "../../parts/useAction.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { auditLog, loadAudit, readAllAudit } from "../../state/accounts/audit.ts";
import type { AuditFilter } from "../../state/accounts/audit.ts";
import { AuditFilters } from "./AuditFilters.tsx";
import { AuditTable } from "./AuditTable.tsx";
import { endOfDay, startOfDay } from "./DayField.tsx";
import { PeopleSkeleton } from "./PeopleSkeleton.tsx";
import { writeAuditCsv } from "./writeAuditCsv.ts";

const noFilter = { actor: null, action: null, from: null, to: null, page: null };

/** The log of who did what: filtered, a page at a time, and as a file. */
export function AuditPart({ orgId }: { orgId: string }): ReactNode {
  const resource = useSnapshot(auditLog);
  const query = useQuery();
  const [actor, action] = [query.read("actor"), query.read("action")];
  const [fromDay, toDay] = [query.read("from"), query.read("to")];
  const page = Number(query.read("page")) || 1;
  const filter: AuditFilter = {
    ...{ orgId, actor, action },
    ...{ from: startOfDay(fromDay), to: endOfDay(toDay) },
  };
  const { from, to } = filter;
  const isFiltered = actor !== "" || action !== "" || from !== undefined || to !== undefined;
  const read = useCallback(
    () => loadAudit({ orgId, actor, action, from, to }, page),
    [orgId, actor, action, from, to, page],
  );
  useEffect(() => void read(), [read]);
  const exporting = useAction(async () => {
    const { items, isCut } = await readAllAudit(filter);
    saveFile(`audit-log-${new Date().toISOString().slice(0, 10)}.csv`, writeAuditCsv(items), "text/csv");
    showToast(
      isCut ? `The latest ${items.length.toLocaleString()} entries were exported` : "Audit log exported",
    );
  });
  return (
    <div className={frame}>
      <div className={head}>
        <AuditFilters
          orgId={orgId}
          values={{ actor, action, from: fromDay, to: toDay }}
          actions={resource.data?.actions ?? []}
          onChange={(change) => query.set({ ...change, page: null })}
        />
        <Button
          icon={<Download size={16} aria-hidden />}
          isBusy={exporting.isBusy}
          disabled={!resource.data || resource.data.page.total === 0}
          onClick={() => void exporting.run()}
        >
          Export CSV
        </Button>
      </div>
      {exporting.error && <ErrorNotice title="The log couldn’t be exported." error={exporting.error} />}
      <Loaded
        resource={resource}
        needs="audit.read"
        onRetry={() => void read()}
        skeleton={<PeopleSkeleton />}
      >
        {({ items, page: shown }) =>
          items.length > 0 ? (
            <>
              <AuditTable
                entries={items}
                linkToActor={(id) => query.link({ ...noFilter, actor: id, view: "audit" })}
              />
              <Pager page={shown} linkTo={(to) => query.link({ page: to > 1 ? String(to) : null })} />
            </>
          ) : isFiltered || page > 1 ? (
            <EmptyState
              title="No matching entries"
              icon={<Search size={20} aria-hidden />}
              action={<Button onClick={() => query.set(noFilter)}>Clear filters</Button>}
            >
              Entries are kept for 365 days.
            </EmptyState>
          ) : (
            <EmptyState title="No entries yet" icon={<ListChecks size={20} aria-hidden />}>
              Actions by members and API keys appear here for 365 days.
            </EmptyState>
          )
        }
      </Loaded>
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 16px;
`;
const head = css`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  justify-content: space-between;
  gap: 12px 16px;
`;
