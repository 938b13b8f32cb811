import type { OrderItem } from "#contract/circulation.ts";
import type { PageContent } from "#contract/site/sections.ts";
import { hundredthsOf } from "#contract/titles/weights.ts";
import { centsOf, dollars } from "#contract/wire/money.ts";

export type ReturnCosts = PageContent["returnCosts"]["steps"];

type Line = Pick<OrderItem, "quantity"> & { inventory: Pick<OrderItem["inventory"], "weight"> };

/** What it costs to send these titles back, in words: by their weight, where all have one and the library a table. */
export function returnCostInWords(lines: readonly Line[], costs: ReturnCosts): string {
  const cents = returnCost(lines, costs);
  return cents === undefined ? "roughly $4-12" : `about ${dollars(cents)}`;
}

/** In cents. What is heavier than the table goes in several parcels. */
function returnCost(lines: readonly Line[], costs: ReturnCosts): number | undefined {
  const steps = costs
    .map(({ upTo, cost }) => ({ upTo: hundredthsOf(upTo), cents: centsOf(cost) }))
    .toSorted((a, b) => a.upTo - b.upTo);
  const heaviest = steps.at(-1);
  if (!heaviest || lines.length === 0 || lines.some(({ inventory }) => inventory.weight === "")) return undefined;
  const weight = lines.reduce((sum, { quantity, inventory }) => sum + quantity * hundredthsOf(inventory.weight), 0);
  const full = Math.ceil(weight / heaviest.upTo) - 1;
  const rest = steps.find(({ upTo }) => weight - full * heaviest.upTo <= upTo);
  return full * heaviest.cents + (rest ?? heaviest).cents;
}
