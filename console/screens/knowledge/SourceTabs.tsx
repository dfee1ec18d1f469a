import { Suspense } from "react";
import type { ReactNode } from "react";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { Tab, Tabs } from "../../../shared/ui/Tabs.tsx";
import { follow } from "../../parts/follow.ts";
import { useQuery } from "../../parts/useQuery.ts";
import type { ShownSource } from "../../state/knowledge/dataSources.ts";
import { closed } from "./closed.ts";
import { screenOf } from "./kinds/kinds.ts";
import type { SourcePlace } from "./sourcePlace.ts";
import { toAddress } from "../../../shared/client/basePath.ts";
import { PageList } from "./PageList.tsx";
import { PageView } from "./views.ts";
import { SyncHistory } from "./SyncHistory.tsx";

interface SourceTabsProps {
  source: ShownSource;
  place: SourcePlace;
  mayChange: boolean;
}

/** The source's pages, questions or documents, or its syncs. */
export function SourceTabs({ source, place, mayChange }: SourceTabsProps): ReactNode {
  const query = useQuery();
  const isHistory = query.read("view") === "syncs";
  const shown = query.read("shown");
  const { config } = source;
  const { part } = screenOf(config.kind);
  const views = [
    { view: null, label: part?.label ?? "Pages", isCurrent: !isHistory },
    { view: "syncs", label: "Syncs", isCurrent: isHistory },
  ];
  return (
    <>
      <Tabs label="Parts of this source">
        {views.map(({ view, label, isCurrent }) => {
          const href = query.link({ ...closed, source: source.id, view });
          return (
            <Tab
              key={label}
              href={toAddress(href)}
              isCurrent={isCurrent}
              onClick={(event) => follow(event, href)}
            >
              {label}
            </Tab>
          );
        })}
      </Tabs>
      <Suspense fallback={<Skeleton height="240px" />}>
        {isHistory ? (
          <SyncHistory source={source} place={place} mayChange={mayChange} />
        ) : shown && !part?.hidesPages ? (
          <PageView
            key={shown}
            place={{ ...place, pageId: shown }}
            kind={config.kind}
            changed={describeChange(source)}
            mayChange={mayChange}
          />
        ) : part ? (
          <part.List source={source} config={config} place={place} mayChange={mayChange} />
        ) : (
          <PageList source={source} place={place} mayChange={mayChange} />
        )}
      </Suspense>
    </>
  );
}

/** Another text after each sync, and while nothing ends it the same. */
function describeChange({ lastRun, lastSyncedAt }: ShownSource): string {
  return `${lastRun?.id} ${lastRun?.status} ${lastSyncedAt}`;
}
