/** The one file that knows what {product} of the specification is: paths, headers and metrics are made from it. */
export const product = "copilot";
export const brandName = "Pilothouse";
export const headerPrefix = "x-cplt-";
export const createMetric = "copilot_app_create";
/** The dashboards of the embedded configuration (specification 9). */
export const overviewDashboardId = `${product}-overview-dashboard`;
export const levelDashboardId = `${product}-level-dashboard`;
/** Page title where a screen sets none (specification 2, Page guard behavior). */
export const defaultPageTitle = "AI Agent";
/** The brand color where nobody chose one: of the console, and of a new agent's widget. */
export const defaultBrand = "#0e6a72";
/** A new chat's main color: the brand's, a shade lighter, so that it shows on dark pages too (3 : 1). */
export const defaultChatColor = "#0e7a80";
/** Of package.json, which a test compares: what server, console, widget and embed call themselves. */
export const version = "0.1.0";
