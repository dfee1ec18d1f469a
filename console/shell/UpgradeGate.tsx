import { Suspense, lazy } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { upgrade } from "../state/upgrade.ts";

const UpgradeDialog = lazy(() => import("./UpgradeDialog.tsx"));

/** The upgrade dialog while it is open; it is fetched the first time. */
export function UpgradeGate(): ReactNode {
  const { metric } = useSnapshot(upgrade);
  if (!metric) return null;
  return (
    <Suspense fallback={null}>
      <UpgradeDialog />
    </Suspense>
  );
}
