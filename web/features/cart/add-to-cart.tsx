import { useLanguage } from "#web/language/use-language.ts";
import { limits } from "#contract/codes.ts";
import type { Item } from "#contract/catalog.ts";
import { messages } from "#contract/specified-messages.ts";
import { ShoppingCart } from "#web/ui/icons.tsx";
import { useRef, useState } from "react";
import { Button } from "#web/ui/actions/button.tsx";
import { QuantityStepper } from "#web/ui/quantity/quantity-stepper.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import type { QuantityProblem } from "#web/ui/quantity/quantity.ts";
import { CallFailed } from "#web/lib/call.ts";
import styles from "./add-to-cart.module.css";
import { useAddToCart } from "./change-cart.ts";

export const quantitySentences: Record<QuantityProblem, string> = {
  missing: messages.field.quantityRequired,
  tooMany: messages.field.quantityAboveFive,
};

/** Quantity and Add to Cart. Only rendered while the title is in stock. */
export function AddToCart({ item }: { item: Item }) {
  const add = useAddToCart();
  const { t, say } = useLanguage();
  const [quantity, setQuantity] = useState(1);
  const [problem, setProblem] = useState<string>();
  const refused = add.error instanceof CallFailed && add.error.isRefusal ? say(add.error) : undefined;
  const error = problem ?? refused;
  const change = (value: number) => {
    setProblem(undefined);
    add.reset();
    setQuantity(value);
  };
  // the click that blurs the box reveals a wrong quantity; only the next one may send the restored one
  const seen = useRef(true);
  const refuse = (found: QuantityProblem) => {
    seen.current = false;
    add.reset();
    setProblem(quantitySentences[found]);
    toast(quantitySentences[found], "error");
  };
  const send = () => {
    if (!seen.current) return;
    setProblem(undefined);
    add.mutate({ item, quantity });
  };
  const see = () => {
    seen.current = true;
  };
  return (
    <div className={styles.place}>
      <p className={styles.stock}>{item.inStock === 1 ? t("1 in stock") : t("{n} in stock", { n: item.inStock })}</p>
      <div className={styles.row} data-screen-only>
        <QuantityStepper
          label={t("Quantity")}
          value={quantity}
          max={limits.quantity}
          onChange={change}
          onInvalid={refuse}
          error={error}
        />
        <Button
          look="primary"
          className={styles.send}
          icon={<ShoppingCart size={20} />}
          busy={add.isPending}
          onPointerDown={see}
          onKeyDown={see}
          onClick={send}
        >
          {t("Add to Cart")}
        </Button>
      </div>
    </div>
  );
}
