import { accessibility } from "./accessibility.ts";
import { accounts } from "./accounts.ts";
import { cart } from "./cart.ts";
import { codes } from "./codes.ts";
import { find } from "./find.ts";
import { frame } from "./frame.ts";
import { orders } from "./orders.ts";
import { promises } from "./promises.ts";
import { said } from "./said.ts";
import { site } from "./site.ts";
import { waiting } from "./waiting.ts";

/**
 * The catalog: every sentence for visitors and borrowers, keyed by its English text in the code. Placeholders and tags
 * are the same on both sides; their order may differ.
 */
export const spanish = {
  ...frame,
  ...find,
  ...cart,
  ...accounts,
  ...orders,
  ...site,
  ...codes,
  ...said,
  ...accessibility,
  ...waiting,
  ...promises,
} as const;
