import type { ReactNode } from "react";
import type { ConsoleRoute } from "../guards/route.ts";

/** What both frames get: the list for the menus, where we are, and the screen. */
export interface FrameProps {
  routes: readonly ConsoleRoute[];
  path: string;
  children: ReactNode;
}

/** The id of the screen's element, where the skip link leads. */
export const mainId = "main";
