import { loadLanguage } from "#web/language/language.ts";
import { startingLanguage } from "#web/language/chosen-language.ts";
import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import "#web/ui/styles.css";
import { Providers } from "#web/app/providers.tsx";
import { createApp } from "#web/app/create-app.ts";
import { doWhatWasDoneEarly } from "#web/app/routing/done-early.ts";
import { arriveAhead } from "#web/app/routing/arrive-ahead.ts";

async function start(root: HTMLElement) {
  const { client, history, isDrawn } = createApp();
  // why: who reads English waits for nothing
  const language = await loadLanguage(startingLanguage());
  const site = <Providers client={client} history={history} language={language} />;
  // a page whose code cannot be fetched is drawn anew: it says so itself
  const isReady = isDrawn && (await arriveAhead(client, history.location).catch(() => false));
  // why: as a transition it is done in slices, between which an old phone still scrolls and types
  if (isReady) startTransition(() => void hydrateRoot(root, site));
  else {
    doWhatWasDoneEarly(); // which can only be nothing
    createRoot(root).render(site);
  }
}

const root = document.getElementById("root");
if (root) void start(root);
