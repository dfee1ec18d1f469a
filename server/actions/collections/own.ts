import type { VisitorRule } from "../../../shared/contract/collections/settings.ts";
import type { Cell } from "../../../shared/domain/collections.ts";
import { foldText } from "./keys.ts";
import type { StoredCollection, StoredColumn, StoredRow } from "./tables.ts";

/** The visitor as their site signed them in. */
export interface CollectionAsker {
  userId: string;
  /** Null where the site did not sign one. */
  email: string | null;
}

/** The visitor's own value in the column that says whose a row is. */
export interface Own {
  columnId: string;
  value: string;
  equals: VisitorRule["equals"];
}

/** Gives by what the visitor's own rows are known; null where rows belong to nobody, `signIn` where nobody has signed them in. */
export function findOwn(
  { visitorColumnId: columnId, visitorEquals: equals }: StoredCollection,
  asker: CollectionAsker | null,
): Own | "signIn" | null {
  if (columnId === null || equals === null) return null;
  const value = equals === "userId" ? asker?.userId : asker?.email;
  return value ? { columnId, equals, value } : "signIn";
}

/** Whether a row is the visitor's own. */
export function isOwn({ cells }: Pick<StoredRow, "cells">, { columnId, value, equals }: Own): boolean {
  const cell = (JSON.parse(cells) as Record<string, Cell>)[columnId]; // written by addRows
  const index = equals === "userId" ? "exact" : "folded";
  return typeof cell === "string" && foldText(cell, index) === foldText(value, index);
}

/** The columns that a model may name: not the one that says whose a row is. */
export function listGiven(
  { visitorColumnId }: Pick<StoredCollection, "visitorColumnId">,
  columns: readonly StoredColumn[],
): StoredColumn[] {
  return columns.filter(({ id }) => id !== visitorColumnId);
}
