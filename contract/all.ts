import * as accounts from "./accounts.ts";
import * as audit from "./audit.ts";
import * as cart from "./cart.ts";
import * as catalog from "./catalog.ts";
import * as circulation from "./circulation.ts";
import * as content from "./content.ts";
import * as imports from "./imports.ts";
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
import * as callers from "./desk/callers.ts";
import * as cancel from "./desk/cancel.ts";
import * as orderLines from "./desk/order-lines.ts";
import * as packing from "./desk/packing.ts";
import * as secondStep from "./staff/second-step.ts";
import * as returns from "./desk/returns.ts";
import * as renewals from "./desk/renewals.ts";
import * as reminders from "./desk/reminders.ts";
import * as cases from "./desk/cases.ts";

const rooms = [
  accounts,
  media,
  catalog,
  circulation,
  callers,
  cancel,
  orderLines,
  packing,
  returns,
  cases,
  orderSearch,
  resolve,
  reminders,
  renewals,
  cart,
  news,
  content,
  audit,
  labels,
  mail,
  imports,
  jobs,
  ownAccount,
  securityTrail,
  staff,
  secondStep,
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
