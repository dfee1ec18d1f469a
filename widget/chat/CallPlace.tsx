import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { calling } from "../session/calling.ts";
import { callPart } from "./callPart.ts";

/** Where a call is shown: above the conversation, whatever is looked at below. */
export function CallPlace(): ReactNode {
  const { isOn } = useSnapshot(calling);
  const Part = callPart.usePart(isOn);
  return Part && <Part.CallBar isOn={isOn} />;
}
