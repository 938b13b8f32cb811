import { loadLanguage } from "#web/language/language.ts";
import { startingLanguage } from "#web/language/chosen-language.ts";
import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import "#web/ui/styles.css";
import { Providers } from "#web/app/providers.tsx";
import { createApp } from "#web/app/create-app.ts";
import { replayEarlyInput } from "#web/app/routing/replay-early-input.ts";
import { preloadPage } from "#web/app/routing/preload-page.ts";

async function start(root: HTMLElement) {
  const { client, history, isRendered } = createApp();
  // English is there already
  const language = await loadLanguage(startingLanguage());
  const site = <Providers client={client} history={history} language={language} />;
  // a page whose code cannot be loaded is rendered from scratch: it shows the error itself
  const isReady = isRendered && (await preloadPage(client, history.location).catch(() => false));
  // as a transition it runs in slices, between which an old phone still scrolls and types
  if (isReady) startTransition(() => void hydrateRoot(root, site));
  else {
    replayEarlyInput(); // ends the keeping: nothing can have been done
    createRoot(root).render(site);
  }
}

const root = document.getElementById("root");
if (root) void start(root);
