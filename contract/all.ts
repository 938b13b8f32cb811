import * as accounts from "./accounts.ts";
import * as audit from "./audit.ts";
import * as cart from "./cart.ts";
import * as catalog from "./catalog.ts";
import * as circulation from "./circulation.ts";
import * as content from "./content.ts";
import * as imports from "./imports.ts";
import * as alike from "./imports/undo.ts";
import * as jobs from "./jobs.ts";
import * as labels from "./labels.ts";
import type { Endpoint } from "./wire/endpoint.ts";
import * as mail from "./mail.ts";
import * as media from "./media.ts";
import * as news from "./news.ts";
import * as staff from "./staff/staff.ts";
import * as ownAccount from "./staff/own-account.ts";
import * as orderSearch from "./desk/search.ts";
import * as borrowers from "./borrowers/borrowers.ts";
import * as ownPhotos from "./borrowers/way-back.ts";
import * as promises from "./borrowers/promises.ts";
import * as queue from "./borrowers/queue.ts";
import * as callers from "./desk/callers.ts";
import * as cancel from "./desk/order-changes.ts";
import * as packing from "./desk/packing.ts";
import * as codeLists from "./staff/code-lists.ts";
import * as thesaurus from "./staff/thesaurus.ts";
import * as settings from "./staff/settings.ts";
import * as system from "./staff/system.ts";
import * as returns from "./desk/returns.ts";
import * as reminders from "./desk/reminders.ts";
import * as cases from "./desk/cases.ts";
import * as archive from "./titles/archive.ts";
import * as schoolUse from "./schools/schools.ts";
import * as calendars from "./schools/calendars.ts";
import * as stockReasons from "./titles/stock-reasons.ts";
import * as facets from "./titles/facets.ts";
import * as titleDays from "./titles/title-days.ts";
import * as suggestions from "./titles/suggestions.ts";
import * as stockTakes from "./stock-take/stock-takes.ts";

const rooms = [
  accounts,
  media,
  catalog,
  stockReasons,
  schoolUse,
  calendars,
  suggestions,
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
  cases,
  orderSearch,
  reminders,
  stockTakes,
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
  thesaurus,
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
