import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link, useLocation } from "wouter";
import { KeyRound } from "lucide-react";
import { mayDo, organization } from "../state/accounts/organization.ts";
import { paths } from "../state/shell/paths.ts";
import { refusedKeys, watchRefusedKeys } from "../state/models/refusedKeys.ts";
import { linkBanner } from "./linkBanner.ts";

/** Says over every screen which model key its provider refuses, for as long as that is so, to who can mend it. */
export function KeyBanner(): ReactNode {
  const { _id: orgId } = useSnapshot(organization);
  const { items } = useSnapshot(refusedKeys);
  const isTold = mayDo("modelKeys.update");
  useEffect(() => (orgId && isTold ? watchRefusedKeys(orgId) : undefined), [orgId, isTold]);
  const [path] = useLocation();
  const [first] = items;
  if (!orgId) return null;
  const place = paths.modelKeys(orgId);
  // Its own page says it beside the key.
  const isShown = isTold && path !== place;
  return (
    <div role="status">
      {isShown && first && (
        <div className={linkBanner} data-tone="urgent">
          <KeyRound size={16} aria-hidden />
          <span>
            {items.length === 1
              ? `Model key “${first.name}”: ${first.refusal}`
              : `${items.length} model keys don’t work.`}{" "}
            Agents answer without {items.length === 1 ? "it" : "them"} meanwhile.
          </span>
          <Link href={place}>Model keys</Link>
        </div>
      )}
    </div>
  );
}
