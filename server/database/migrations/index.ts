import type { Migration } from "kysely/migration";
import { house } from "./0001_house.ts";
import { widget } from "./0002_widget.ts";
import { teams } from "./0003_teams.ts";

/**
 * Every step from an empty database to today's, by name, in the order of the names. A step that was released is never
 * changed: what comes later gets a step of its own.
 */
export const migrations: Record<string, Migration> = {
  "0001_house": house,
  "0002_widget": widget,
  "0003_teams": teams,
};
