import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import type { GuardName } from "../guards/guard.ts";
import { decideNow, runGuards } from "../guards/runGuards.ts";
import { toRequestError } from "../../shared/client/requestError.ts";
import type { RequestError } from "../../shared/client/requestError.ts";
import { browser } from "../state/platform/browser.ts";
import { paths } from "../state/shell/paths.ts";
import { storeTracking, withoutToken } from "../state/accounts/redirect.ts";
import { ErrorState } from "../../shared/ui/ErrorState.tsx";
import { FullScreenLoader } from "./FullScreenLoader.tsx";

interface GuardedPageProps {
  guards: readonly GuardName[];
  path: string;
  search: string;
  children: ReactNode;
}

/**
 * "The private route shows a full-screen loader until the guard finishes, and does a full-reload redirect if the guard
 * returns a path" (specification 2). Where nothing must be loaded the guards decide at once and nothing flashes.
 */
export function GuardedPage({ guards, path, search, children }: GuardedPageProps): ReactNode {
  const [passed, setPassed] = useState<string | null>(null);
  const [error, setError] = useState<RequestError | null>(null);
  const [tries, setTries] = useState(0);
  const decision = decideNow(guards, { path, search });
  const isHere = decision === null || passed === path;

  useEffect(() => {
    if (guards.length === 0) return;
    // The token of a password's link is no invitation: it opens the account, and is kept nowhere.
    const isSecret = path === paths.setPassword;
    storeTracking(isSecret ? withoutToken(search) : search, document.referrer);
  }, [guards, path, search]);

  useEffect(() => {
    if (decision) return browser.go(decision);
    if (decision === null) return;
    let isCurrent = true;
    runGuards(guards, { path, search }).then(
      (target) => {
        if (!isCurrent) return;
        if (target) browser.go(target);
        else setPassed(path);
      },
      (thrown: unknown) => isCurrent && setError(toRequestError(thrown)),
    );
    return () => {
      isCurrent = false;
    };
  }, [decision, guards, path, search, tries]);

  if (isHere) return children;
  if (!error) return <FullScreenLoader />;
  const retry = () => {
    setError(null);
    setTries(tries + 1);
  };
  return <ErrorState message={error.message} onRetry={retry} />;
}
