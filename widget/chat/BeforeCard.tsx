import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { chat } from "../session/state.ts";
import { ConsentCard } from "./ConsentCard.tsx";
import { FirstForm } from "./FirstForm.tsx";

/** What stands where the composer will be, before the visitor may write. */
export function BeforeCard(): ReactNode {
  const { consent } = useSnapshot(chat);
  return consent === "granted" ? <FirstForm /> : <ConsentCard />;
}
