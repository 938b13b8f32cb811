import type { QueryClient } from "@tanstack/react-query";
import type { Place } from "#web/ui/router/browser-history.ts";
import { skipWaiting } from "./guarded-page.tsx";
import { findPublicPage } from "./routes.tsx";

/**
 * Loads the code of a public page before its first render, so that nothing suspends: on the server, and in the browser
 * where it hydrates what the server rendered. Whether there is such a page.
 */
export async function preloadPage(client: QueryClient, place: Place): Promise<boolean> {
  const found = findPublicPage(place.pathname);
  if (!found) return false;
  await found.page.loadComponent();
  skipWaiting(client, place);
  return true;
}
