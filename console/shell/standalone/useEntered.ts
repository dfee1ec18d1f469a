import { useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import type { RequestError } from "../../../shared/client/requestError.ts";
import { toRequestError } from "../../../shared/client/requestError.ts";
import { loadOrganization } from "../../guards/loadOrganization.ts";
import { browser } from "../../state/platform/browser.ts";
import { loadOrganizations, organization, organizations } from "../../state/accounts/organization.ts";

interface Entering {
  /** `denied`: the user is in no such organization. */
  state: "loading" | "ready" | "denied" | "failed";
  error: RequestError | null;
  retry: () => void;
}

/** Enters the organization of a page that no organization guard stands before. */
export function useEntered(path: string, orgId: string): Entering {
  const { _id: enteredId } = useSnapshot(organization);
  const [isDenied, setIsDenied] = useState(false);
  const [error, setError] = useState<RequestError | null>(null);
  const [tries, setTries] = useState(0);

  useEffect(() => {
    if (enteredId === orgId) return;
    // Another one is open: what belongs to it goes with the page.
    if (enteredId !== null) return browser.go(path);
    let isCurrent = true;
    setError(null);
    enter(path, orgId).then(
      (isTheirs) => isCurrent && setIsDenied(!isTheirs),
      (thrown: unknown) => isCurrent && setError(toRequestError(thrown)),
    );
    return () => {
      isCurrent = false;
    };
    // Within the organization any path is as good.
  }, [enteredId, orgId, tries]);

  const retry = () => setTries(tries + 1);
  if (enteredId === orgId) return { state: "ready", error: null, retry };
  if (isDenied) return { state: "denied", error: null, retry };
  return { state: error ? "failed" : "loading", error, retry };
}

async function enter(path: string, orgId: string): Promise<boolean> {
  if (organizations.status !== "ready") await loadOrganizations();
  if (!organizations.data?.some(({ org_id }) => org_id === orgId)) return false;
  await loadOrganization(path, orgId);
  return true;
}
