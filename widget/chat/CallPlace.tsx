import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { calling } from "../session/calling.ts";
import { chat } from "../session/state.ts";
import { callPart } from "./callPart.ts";
import { createLater } from "./later.ts";
import { mayWrite } from "./mayWrite.ts";

const rating = createLater(() => import("./RatingForm.tsx").then(({ RatingForm }) => RatingForm));

/** Where a call is shown: above the conversation, whatever is shown below. */
export function CallPlace(): ReactNode {
  const { isOn: isWanted } = useSnapshot(calling);
  const state = useSnapshot(chat);
  // Visitors who have to consent or sign in do that before they call.
  const isOn = isWanted && mayWrite(state);
  const Part = callPart.usePart(isOn);
  const Rating = rating.usePart(isOn && state.configuration?.settings.hasFeedback);
  return Part && <Part.CallBar isOn={isOn}>{Rating && <Rating />}</Part.CallBar>;
}
