import type { QueryClient } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { forgetWork } from "#web/lib/kept-work.ts";
import { endSession } from "#web/lib/session.ts";

/** Ends the session here and on the server, and forgets whatever was fetched or typed under it. */
export async function logOut(client: QueryClient): Promise<void> {
  // why: the server's answer is not awaited for the local end, or a slow line would leave the shared computer logged in
  const told = call("POST Account/Logout", {}).catch((error: unknown) =>
    console.error("The session could not be ended on the server.", error),
  );
  endSession();
  forgetWork();
  forgetPrivateData(client);
  await told;
}

/** Drops everything from the cache but what every visitor may see. */
export function forgetPrivateData(client: QueryClient): void {
  const shared = new Set<unknown>(["site", "codes", "news"]);
  client.removeQueries({ predicate: ({ queryKey }) => !shared.has(queryKey[0]) });
}
