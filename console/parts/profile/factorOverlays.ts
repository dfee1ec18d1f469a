import { lazyFamily } from "../lazy.ts";

/** The dialogs of the second factor. */
export const { SetUpApp, RenewCodes, TurnOff } = lazyFamily(() => import("./factorParts.ts"));
