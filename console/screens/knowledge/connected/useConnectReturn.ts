import { useEffect, useEffectEvent } from "react";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { useQuery } from "../../../parts/useQuery.ts";
import { describeReturn } from "./connectWords.ts";
import { noReturn } from "./noReturn.ts";

/** Tells somebody who comes back from a provider to a source how it went. */
export function useConnectReturn(): void {
  const query = useQuery();
  const [connection, error] = [query.read("connection"), query.read("connectError")];
  const tell = useEffectEvent(() => {
    if (error) showToast(describeReturn(error), "danger");
    else showToast("Connected. The source is being read.");
    query.set(noReturn, { replace: true });
  });
  useEffect(() => {
    if (connection || error) tell();
  }, [connection, error]);
}
