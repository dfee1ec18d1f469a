import { Suspense, useCallback, useEffect } from "react";
import type { ReactNode } from "react";
import { ChevronRight, Plus, Table2 } from "lucide-react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import type { Collection } from "../../../../shared/contract/collections/collections.ts";
import { maxCollections } from "../../../../shared/domain/collections.ts";
import { formatRelativeTime } from "../../../../shared/format/relativeTime.ts";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { Button } from "../../../../shared/ui/Button.tsx";
import { EmptyState } from "../../../../shared/ui/EmptyState.tsx";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { Card } from "../../../parts/Card.tsx";
import { describeCount } from "../../../parts/describeNumber.ts";
import { framedList, rowLink } from "../../../parts/framedList.ts";
import { Loaded } from "../../../parts/Loaded.tsx";
import { useNow } from "../../../parts/useNow.ts";
import { useQuery } from "../../../parts/useQuery.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import { collections, loadCollections } from "../../../state/actions/collections.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { collectionPath, describeRights, isImporting } from "./collectionWords.ts";
import { CollectionDialog } from "../overlays.ts";

/** The collections of an agent: what is in each, what the agent may do with it, and when it changed. */
export function CollectionList({ place }: { place: AgentPlace }): ReactNode {
  const { orgId, agentId } = place;
  const resource = useSnapshot(collections);
  const query = useQuery();
  const read = useCallback(() => loadCollections({ orgId, agentId }), [orgId, agentId]);
  useEffect(() => void read(), [read]);
  const isFull = (resource.data?.items.length ?? 0) >= maxCollections;
  const button = mayDo("collections.update") && (
    <Button
      kind="primary"
      icon={<Plus size={17} aria-hidden />}
      disabled={isFull}
      title={isFull ? `An agent has at most ${maxCollections}` : undefined}
      onClick={() => query.set({ add: "yes" })}
    >
      Add collection
    </Button>
  );
  const isOurs = resource.data?.of === agentId;
  return (
    <>
      <Loaded
        resource={isOurs ? resource : { ...resource, data: null }}
        needs="collections.read"
        onRetry={() => void read()}
        skeleton={<Skeleton height="180px" />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <Card>
              <EmptyState
                title="No data collection yet"
                icon={<Table2 size={20} aria-hidden />}
                action={button}
              >
                Keep orders, products or bookings in a table. The agent finds the right rows and answers from
                them.
              </EmptyState>
            </Card>
          ) : (
            <>
              <div className={bar}>{button}</div>
              <ul className={framedList} aria-label="Data collections">
                {items.map((collection) => (
                  <li key={collection.id}>
                    <Line collection={collection} place={place} />
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      {query.read("add") && (
        <Suspense>
          <CollectionDialog place={place} onClose={() => query.set({ add: null })} />
        </Suspense>
      )}
    </>
  );
}

function Line({ collection, place }: { collection: Snapshot<Collection>; place: AgentPlace }): ReactNode {
  const now = useNow();
  const { id, name, rows, agentMay, visitorColumn, updatedAt } = collection;
  return (
    <Link href={collectionPath(place, id)} className={rowLink}>
      <span className={text}>
        <strong>{name}</strong>
        <small>
          {describeCount(rows, "row")} · changed {formatRelativeTime(updatedAt, now)}
        </small>
      </span>
      {isImporting(collection) && (
        <Badge tone="accent" hasDot>
          Importing
        </Badge>
      )}
      {visitorColumn && <Badge>Visitor's own rows</Badge>}
      <Badge tone={agentMay.read || agentMay.add ? "success" : "neutral"}>{describeRights(agentMay)}</Badge>
      <ChevronRight size={18} aria-hidden />
    </Link>
  );
}

const bar = css`
  display: flex;
  justify-content: flex-end;
`;
const text = css`
  display: grid;
  flex: 1 1 220px;
  gap: 2px;
  min-width: 0;
  overflow-wrap: anywhere;
`;
