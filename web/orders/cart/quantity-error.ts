import { useState } from "react";
import type { Item } from "#contract/catalog/catalog.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import type { Language } from "#web/language/language.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { refusalOf } from "#web/lib/call.ts";
import { storedDates } from "./cart-queries.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import type { QuantityProblem } from "#web/ui/forms/quantity-stepper.tsx";

/** Holds the error of a title's quantity, from the input or from the refusal of the last change. */
export function useQuantityError(item: Item, change: { error: Error | null; reset: () => void }, isShort = false) {
  const { t, say } = useLanguage();
  const [problem, setProblem] = useState<string>();
  const refusal = refusalOf(change.error);
  return {
    error: problem ?? (refusal && say(refusal)) ?? (isShort ? quantitySentence("aboveStock", item, t) : undefined),
    clear: () => setProblem(undefined),
    show: (kind: QuantityProblem) => {
      change.reset();
      const sentence = quantitySentence(kind, item, t);
      setProblem(sentence);
      toast(sentence, "error");
    },
  };
}

function quantitySentence(problem: QuantityProblem, { inStock: left }: Item, t: Language["t"]): string {
  if (problem === "missing") return messages.field.quantityRequired;
  if (problem === "tooMany") return messages.field.quantityAboveFive;
  if (storedDates().length > 0)
    return left === 0 ? t("Not available for your dates.") : t("Only {left} available for your dates.", { left });
  return left === 0 ? t("Out of stock. Remove it to check out.") : t("Only {left} in stock.", { left });
}
