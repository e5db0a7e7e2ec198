import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { withAssetsHost } from "./shared/assets-host.ts";
import { listenForInstall } from "./shared/installed-app.ts";

// Its links would otherwise be resolved against the page.
const router = window as { __reactRouterManifest?: object };
router.__reactRouterManifest = withAssetsHost(router.__reactRouterManifest);

listenForInstall();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
