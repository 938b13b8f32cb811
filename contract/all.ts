import * as imports from "./imports/all.ts";
import * as site from "./site/all.ts";
import * as catalog from "./catalog/all.ts";
import * as people from "./people/all.ts";
import * as orders from "./orders/all.ts";
import * as desk from "./desk/all.ts";
import * as waitlist from "./waitlist/all.ts";
import * as admin from "./admin/all.ts";
import type { Endpoint } from "./wire/endpoint.ts";

const nouns = [imports, site, catalog, people, orders, desk, waitlist, admin] as const;

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "call" in value && "access" in value;

/** Every call of the API. The access matrix, the tests, and the OpenAPI document use this list. */
export const allCalls: readonly Endpoint[] = nouns.flatMap((noun) => Object.values(noun).filter(isEndpoint));

type EndpointsIn<Noun> = Noun extends unknown ? Extract<Noun[keyof Noun], Endpoint> : never;

export type AnyCall = EndpointsIn<(typeof nouns)[number]>;

type CallsByName = { [Call in AnyCall as Call["call"]]: Call };

/** Looks up a call's type by its name, "GET Inventory/Get/{id}", for clients that need the types but no code. */
export type CallOf<Name extends keyof CallsByName> = CallsByName[Name];

export type CallName = keyof CallsByName;
