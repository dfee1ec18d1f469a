import type { Capability } from "../../agents/capability.ts";
import { collectionRoutes } from "./calls.ts";
import type { CollectionDeps } from "./deps.ts";
import { importRoutes } from "./importCalls.ts";
import { createImportEnded, createImportHandler, importJob } from "./importJob.ts";
import { collectionsPart } from "./part.ts";
import { rowRoutes } from "./rowCalls.ts";
import { createSweepHandler, sweepCollectionJob } from "./sweep.ts";

/** Puts data collections together, with their jobs: importing rows, and clearing up. */
export function createCollections(deps: CollectionDeps): Capability {
  return {
    name: "collections",
    routes: [...collectionRoutes(deps), ...rowRoutes(deps), ...importRoutes(deps)],
    part: collectionsPart(deps),
    jobs: [
      {
        ...{ kind: importJob, handler: createImportHandler(deps), ended: createImportEnded(deps) },
        ...{ concurrency: 2, yields: true },
      },
      { kind: sweepCollectionJob, handler: createSweepHandler(deps), concurrency: 1, yields: true },
    ],
  };
}
