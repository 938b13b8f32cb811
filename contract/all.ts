import * as accounts from "./accounts.ts";
import * as cart from "./cart.ts";
import * as catalogue from "./catalogue.ts";
import * as circulation from "./circulation.ts";
import * as content from "./content.ts";
import type { Endpoint } from "./endpoint.ts";
import * as media from "./media.ts";
import * as news from "./news.ts";

const isEndpoint = (value: unknown): value is Endpoint => typeof value === "object" && value !== null && "call" in value && "access" in value;

/** Every call of the API, for what is made from the list: the access matrix, tests, the OpenAPI document. */
export const allCalls: readonly Endpoint[] = [accounts, media, catalogue, circulation, cart, news, content].flatMap((room) =>
  Object.values(room).filter(isEndpoint),
);
