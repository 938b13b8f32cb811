import { openCase } from "#contract/desk/cases.ts";
import { moneyText } from "#contract/wire/money.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";

/** What is wrong with a typed cost. Apart from the queries: the staff's pages load those at once, and this brings zod. */
export const problemsOfCase = ({ cost }: { cost: string }) =>
  brokenRules(openCase.rules, { cost: moneyText(cost.trim()) });
