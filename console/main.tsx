import { createRoot } from "react-dom/client";
import { startStyles } from "../shared/ui/style/start.ts";
import { routes } from "./routes.tsx";
import { App } from "./shell/App.tsx";
import { configuration } from "./state/configuration.ts";
import { startNavigation } from "./state/navigation.ts";
import { showTheme } from "./state/platformTheme.ts";
import { showFavicon } from "./shell/favicon.ts";
import { startReachingAgain } from "./state/reachAgain.ts";
import { storeRedirectsOf } from "./state/redirect.ts";

showFavicon();
startStyles();
showTheme();
storeRedirectsOf(location.search);
startNavigation();
startReachingAgain();
if (configuration.tagManagerId) {
  const id = configuration.tagManagerId;
  void import("./state/tagManager.ts").then(({ loadTagManager }) => loadTagManager(id));
}

const root = document.getElementById("root");
if (root) createRoot(root).render(<App routes={routes} />);
