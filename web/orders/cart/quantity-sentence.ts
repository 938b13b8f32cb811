import type { Item } from "#contract/catalog/catalog.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import type { Language } from "#web/language/language.ts";
import { keptDays } from "../dates/kept-days.ts";
import type { QuantityProblem } from "#web/ui/quantity/quantity.ts";

export function quantitySentence(problem: QuantityProblem, { inStock: left }: Item, t: Language["t"]): string {
  if (problem === "missing") return messages.field.quantityRequired;
  if (problem === "tooMany") return messages.field.quantityAboveFive;
  if (keptDays().length > 0)
    return left === 0 ? t("Not free for your days.") : t("Only {left} free for your days.", { left });
  return left === 0 ? t("Out of stock. Remove it to check out.") : t("Only {left} in stock.", { left });
}
