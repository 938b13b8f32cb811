import type { QueryClient } from "@tanstack/react-query";
import type { Place } from "#web/ui/router/browser-history.ts";
import { markArrival } from "./door.tsx";
import { publicPages } from "./public-pages.ts";

/**
 * Fetches the code of a public page before it is drawn, so that it is drawn in one go: on the server, and where the
 * browser takes over what the server drew. Whether there is such a page.
 */
export async function arriveAhead(client: QueryClient, place: Place): Promise<boolean> {
  const found = publicPages(place.pathname);
  if (!found) return false;
  await found.doorway.fetchPage();
  markArrival(client, place);
  return true;
}
