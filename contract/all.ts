import * as accounts from "./accounts.ts";
import * as audit from "./audit.ts";
import * as cart from "./cart.ts";
import * as catalog from "./catalog.ts";
import * as circulation from "./circulation.ts";
import * as content from "./content.ts";
import * as imports from "./imports.ts";
import * as alike from "./imports/alike.ts";
import * as undo from "./imports/undo.ts";
import * as words from "./imports/words.ts";
import * as jobs from "./jobs.ts";
import * as labels from "./labels.ts";
import type { Endpoint } from "./wire/endpoint.ts";
import * as mail from "./mail.ts";
import * as media from "./media.ts";
import * as news from "./news.ts";
import * as staff from "./staff/staff.ts";
import * as securityTrail from "./staff/security-trail.ts";
import * as ownAccount from "./staff/own-account.ts";
import * as orderSearch from "./desk/order-search.ts";
import * as resolve from "./desk/resolve.ts";
import * as borrowers from "./borrowers/borrowers.ts";
import * as forget from "./borrowers/forget.ts";
import * as handOver from "./borrowers/hand-over.ts";
import * as mergeBorrowers from "./borrowers/merge.ts";
import * as ownPhotos from "./borrowers/own-photos.ts";
import * as promises from "./borrowers/promises.ts";
import * as queue from "./borrowers/queue.ts";
import * as wayBack from "./borrowers/way-back.ts";
import * as clearance from "./borrowers/clearance.ts";
import * as callers from "./desk/callers.ts";
import * as cancel from "./desk/cancel.ts";
import * as orderDays from "./desk/order-days.ts";
import * as orderLines from "./desk/order-lines.ts";
import * as packing from "./desk/packing.ts";
import * as codeLists from "./staff/code-lists.ts";
import * as thesaurus from "./staff/thesaurus.ts";
import * as settings from "./staff/settings.ts";
import * as system from "./staff/system.ts";
import * as secondStep from "./staff/second-step.ts";
import * as returns from "./desk/returns.ts";
import * as inspection from "./desk/inspection.ts";
import * as photos from "./desk/photos.ts";
import * as swaps from "./desk/swaps.ts";
import * as bulk from "./desk/bulk.ts";
import * as renewals from "./desk/renewals.ts";
import * as reminders from "./desk/reminders.ts";
import * as cases from "./desk/cases.ts";
import * as archive from "./titles/archive.ts";
import * as schoolUse from "./schools/school-use.ts";
import * as schools from "./schools/schools.ts";
import * as calendars from "./schools/calendars.ts";
import * as stockReasons from "./titles/stock-reasons.ts";
import * as titleUse from "./titles/title-use.ts";
import * as nextSku from "./titles/next-sku.ts";
import * as facets from "./titles/facets.ts";
import * as titleDays from "./titles/title-days.ts";
import * as suggestions from "./titles/suggestions.ts";
import * as stockTakes from "./stock-take/stock-takes.ts";

const rooms = [
  accounts,
  media,
  catalog,
  nextSku,
  titleUse,
  stockReasons,
  schoolUse,
  schools,
  calendars,
  suggestions,
  facets,
  titleDays,
  archive,
  circulation,
  callers,
  borrowers,
  forget,
  handOver,
  mergeBorrowers,
  clearance,
  promises,
  queue,
  wayBack,
  ownPhotos,
  cancel,
  orderDays,
  orderLines,
  packing,
  returns,
  swaps,
  inspection,
  photos,
  cases,
  orderSearch,
  resolve,
  reminders,
  bulk,
  renewals,
  stockTakes,
  cart,
  news,
  content,
  audit,
  labels,
  mail,
  imports,
  alike,
  undo,
  words,
  jobs,
  ownAccount,
  securityTrail,
  staff,
  secondStep,
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
