import type { Dashboard } from "../../../shared/contract/analytics/analytics.ts";
import type { FigureFilters } from "../../../shared/domain/measures.ts";
import { saveFile } from "../../parts/saveFile.ts";
import { writeInsightsCsv } from "./writeInsightsCsv.ts";

/** Saves the figures that are shown as a CSV file, named after their period. */
export function saveInsightsCsv(data: Dashboard, filters: FigureFilters): void {
  saveFile(`insights-${data.from}-${data.to}.csv`, writeInsightsCsv(data, filters), "text/csv");
}
