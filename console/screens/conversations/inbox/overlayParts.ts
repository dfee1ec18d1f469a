export { BulkBar } from "./bulk/BulkBar.tsx";
export { OfFigure } from "./OfFigure.tsx";
export { ViewDialogs } from "./views/ViewDialogs.tsx";
export { ViewFields } from "./views/ViewFields.tsx";
