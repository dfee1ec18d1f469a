import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { chat } from "../session/state.ts";
import { AwayLine } from "./AwayLine.tsx";
import { ConsentCard } from "./ConsentCard.tsx";
import { FirstForm } from "./FirstForm.tsx";
import { leavesMessage } from "./mayWrite.ts";
import { OfflineForm } from "./OfflineForm.tsx";

/** What stands where the composer will be, before the visitor may write; or above it, when people are back. */
export function BeforeCard(): ReactNode {
  const state = useSnapshot(chat);
  if (state.consent !== "granted") return <ConsentCard />;
  if (leavesMessage(state)) return <OfflineForm />;
  return state.isAsked ? <FirstForm /> : <AwayLine />;
}
