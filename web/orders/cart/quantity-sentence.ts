import type { Item } from "#contract/catalog/catalog.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import type { Language } from "#web/language/language.ts";
import { storedDates } from "../dates/kept-days.ts";
import type { QuantityProblem } from "#web/ui/quantity/quantity.ts";

export function quantitySentence(problem: QuantityProblem, { inStock: left }: Item, t: Language["t"]): string {
  if (problem === "missing") return messages.field.quantityRequired;
  if (problem === "tooMany") return messages.field.quantityAboveFive;
  if (storedDates().length > 0)
    return left === 0 ? t("Not available for your dates.") : t("Only {left} available for your dates.", { left });
  return left === 0 ? t("Out of stock. Remove it to check out.") : t("Only {left} in stock.", { left });
}
