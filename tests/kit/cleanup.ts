import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// Testing Library cleans up by itself only where the test functions are globals; ours are imported.
// In the widget's project the import is answered by Testing Library for Preact.
afterEach(() => cleanup());

// How long findBy and waitFor keep looking: an end for what never comes, not a bound on a busy machine's speed.
configure({ asyncUtilTimeout: 10_000 });
