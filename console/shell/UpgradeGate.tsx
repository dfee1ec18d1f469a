import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { useGuardedLocation } from "../parts/useGuardedLocation.ts";
import { closeUpgrade, upgrade } from "../state/billing/upgrade.ts";
import { FloatingPart } from "../parts/FloatingPart.tsx";
import { UpgradeDialog } from "./overlays.ts";

/** The upgrade dialog while it is open; it is fetched the first time, and stays on the page that asked for it. */
export function UpgradeGate(): ReactNode {
  const { metric } = useSnapshot(upgrade);
  const [path] = useGuardedLocation();
  useEffect(() => closeUpgrade, [path]);
  return <FloatingPart resetOn={metric ?? ""}>{metric && <UpgradeDialog />}</FloatingPart>;
}
