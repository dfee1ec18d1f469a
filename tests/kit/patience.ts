/** Runs again for every test file, before it. */
import { afterAll } from "vitest";
import { endFile } from "./afterFile.ts";
import "./longWaits.ts";

// Hooks end in reverse order: what a test file ends itself has ended by then.
afterAll(endFile);
