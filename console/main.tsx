import { createRoot } from "react-dom/client";
import { startStyles } from "../shared/ui/style/start.ts";
import { routes } from "./routes.tsx";
import { App } from "./shell/App.tsx";
import { configuration } from "./state/platform/configuration.ts";
import { startNavigation } from "./state/shell/navigation.ts";
import { showTheme } from "./state/shell/platformTheme.ts";
import { showFavicon } from "./shell/favicon.ts";
import { startReconnecting } from "./state/platform/reconnect.ts";
import { storeRedirectsOf } from "./state/accounts/redirect.ts";

showFavicon();
startStyles();
showTheme();
storeRedirectsOf(location.search);
startNavigation();
startReconnecting();
if (configuration.tagManagerId) {
  const id = configuration.tagManagerId;
  void import("./state/surfaces/tagManager.ts").then(({ loadTagManager }) => loadTagManager(id));
}

const root = document.getElementById("root");
if (root) createRoot(root).render(<App routes={routes} />);
