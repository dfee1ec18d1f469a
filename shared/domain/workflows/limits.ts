/** What a workflow and its runs may hold, for screens and server alike. */
export const maxWorkflows = 200;
export const maxGraphSteps = 200;
export const maxGraphEdges = 600;
export const maxVariables = 100;
/** Versions that a workflow keeps; with one more the oldest goes. */
export const maxWorkflowVersions = 50;
/** Steps that one run takes, those of a loop counted each time. */
export const maxRunSteps = 500;
/** How deep workflows run workflows. */
export const maxWorkflowDepth = 8;
/** Bytes of JSON that a run's variables take together. */
export const maxStateBytes = 500_000;
/** Runs of an organization that have not ended, waiting ones included. */
export const maxOpenRuns = 20_000;
/** Of one conversation; what begins beyond them is left out. */
export const maxOpenRunsOfThread = 10;
/** A run that has not ended after this time fails. */
export const runEndsAfterMs = 90 * 24 * 60 * 60_000;
/** How long an ended run is kept. */
export const runsKeptForMs = 30 * 24 * 60 * 60_000;
/** After this many failed runs in a row a workflow is paused. */
export const pausedAfterFailures = 5;
export const maxCodeCharacters = 20_000;
export const maxStepSeconds = 300;
export const maxRetries = 10;
/** What a webhook may send to a workflow. */
export const maxHookBytes = 256 * 1024;
/** How long a webhook waits for the result with `?wait=1`. */
export const hookWaitsMs = 30_000;
/** A schedule runs a workflow no more often than this. */
export const shortestScheduleMs = 60_000;
