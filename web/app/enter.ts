import type { QueryClient } from "@tanstack/react-query";
import type { LoaderFunction } from "react-router";
import { redirect } from "react-router";
import { loginAddress } from "#web/features/accounts/return-path.ts";
import { currentSession, endSession } from "#web/lib/session.ts";
import { toast } from "#web/ui/feedback/toast.ts";
import type { Guard } from "./access.ts";
import { decideAccess } from "./access.ts";
import type { PageData } from "./page-data.ts";

/** Milliseconds that a page waits for its data before it shows the places where it will be. */
const patience = 200;

/** The door of a page: asks the guard, then begins to fetch what the page needs. */
export function enter(client: QueryClient, guard: Guard, load: PageData | undefined): LoaderFunction {
  return async (args) => {
    const { pathname, search } = new URL(args.request.url);
    const decision = decideAccess(guard, pathname, currentSession()?.user ?? null);
    if (!decision.open) {
      const { to, title, message } = decision;
      if (message) toast(title ? `${title}: ${message}` : message, "error");
      if (!endExpiredSession()) return redirect(to);
      return redirect(loginAddress(to, pathname + search));
    }
    if (load) await soon(load(client, args).catch(() => undefined)); // the page itself shows what could not be had
    return null;
  };
}

/** A token that has run out is put away; whether there was one. */
export function endExpiredSession(): boolean {
  if (typeof sessionStorage === "undefined" || !sessionStorage.getItem("token") || currentSession()) return false;
  endSession();
  return true;
}

/** In the browser a page is shown soon, with or without its data; the server waits until it is whole. */
async function soon(work: Promise<unknown>): Promise<void> {
  if (typeof document === "undefined") await work;
  else await Promise.race([work, new Promise((resolve) => setTimeout(resolve, patience))]);
}
