import * as accounts from "./people/accounts.ts";
import * as audit from "./admin/activity-log.ts";
import * as cart from "./orders/cart.ts";
import * as catalog from "./catalog/catalog.ts";
import * as circulation from "./orders/orders.ts";
import * as content from "./site/content.ts";
import * as imports from "./catalog/imports.ts";
import * as alike from "./catalog/undo-import.ts";
import * as jobs from "./admin/jobs.ts";
import * as labels from "./catalog/labels.ts";
import type { Endpoint } from "./wire/endpoint.ts";
import * as mail from "./admin/mail.ts";
import * as media from "./site/media.ts";
import * as news from "./site/news.ts";
import * as staff from "./people/staff.ts";
import * as ownAccount from "./people/own-account.ts";
import * as orderSearch from "./desk/search.ts";
import * as borrowers from "./people/borrowers.ts";
import * as ownPhotos from "./orders/way-back.ts";
import * as promises from "./waitlist/reservations.ts";
import * as queue from "./waitlist/waitlist.ts";
import * as callers from "./orders/callers.ts";
import * as cancel from "./orders/order-changes.ts";
import * as packing from "./desk/packing.ts";
import * as codeLists from "./catalog/code-lists.ts";
import * as synonyms from "./catalog/synonyms.ts";
import * as settings from "./admin/settings.ts";
import * as system from "./admin/system.ts";
import * as returns from "./desk/returns.ts";
import * as reminders from "./orders/reminders.ts";
import * as claims from "./desk/claims.ts";
import * as archive from "./catalog/archive.ts";
import * as schoolUse from "./people/schools.ts";
import * as calendars from "./people/calendars.ts";
import * as stockReasons from "./waitlist/stock-reasons.ts";
import * as facets from "./catalog/facets.ts";
import * as titleDays from "./orders/title-days.ts";
import * as inventoryCounts from "./desk/inventory-counts.ts";

const rooms = [
  accounts,
  media,
  catalog,
  stockReasons,
  schoolUse,
  calendars,
  facets,
  titleDays,
  archive,
  circulation,
  callers,
  borrowers,
  promises,
  queue,
  ownPhotos,
  cancel,
  packing,
  returns,
  claims,
  orderSearch,
  reminders,
  inventoryCounts,
  cart,
  news,
  content,
  audit,
  labels,
  mail,
  imports,
  alike,
  jobs,
  ownAccount,
  staff,
  codeLists,
  synonyms,
  settings,
  system,
] as const;

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "call" in value && "access" in value;

/** Every call of the API. The access matrix, tests, and the OpenAPI document are built from it. */
export const allCalls: readonly Endpoint[] = rooms.flatMap((room) => Object.values(room).filter(isEndpoint));

type EndpointsIn<Room> = Room extends unknown ? Extract<Room[keyof Room], Endpoint> : never;

export type AnyCall = EndpointsIn<(typeof rooms)[number]>;

type CallsByName = { [Call in AnyCall as Call["call"]]: Call };

/** A call by its name, "GET Inventory/Get/{id}", for clients that need its types but none of its code. */
export type CallOf<Name extends keyof CallsByName> = CallsByName[Name];

export type CallName = keyof CallsByName;
