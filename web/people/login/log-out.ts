import type { QueryClient } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { forgetWork } from "#web/lib/kept-work.ts";
import { endSession } from "#web/lib/session.ts";

export async function logOut(client: QueryClient): Promise<void> {
  const sessionKey = sessionStorage.getItem("sessionKey");
  // doesn't wait for the server, or a slow connection would leave a shared computer logged in
  const request = call("POST Account/Logout", {}).catch((error: unknown) =>
    console.error("The session could not be ended on the server.", error),
  );
  openTabs().then(
    ({ endInAllTabs }) => endInAllTabs(sessionKey),
    () => undefined,
  );
  clearSession(client);
  await request;
}

/** Loads the code for sharing a session between tabs, which the first paint doesn't need. */
export const openTabs = () => import("./tabs.ts");

export function clearSession(client: QueryClient): void {
  endSession();
  forgetWork();
  forgetPrivateData(client);
}

/** Removes everything from the cache except public data. */
export function forgetPrivateData(client: QueryClient): void {
  const shared = new Set<unknown>(["site", "codes", "news"]);
  client.removeQueries({ predicate: ({ queryKey }) => !shared.has(queryKey[0]) });
}
