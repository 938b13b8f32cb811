import { useRef, useState } from "react";
import type { Item } from "#contract/catalog/catalog.ts";
import { limits } from "#contract/catalog/codes.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { refusalOf } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { ShoppingCart } from "#web/ui/first-icons.tsx";
import styles from "./add-to-cart.module.css";
import { useInCart } from "./cart-queries.ts";
import { quantitySentence, useAddToCart } from "./change-cart.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { type QuantityProblem, QuantityStepper } from "#web/ui/forms/quantity-stepper.tsx";

/** Starts with the quantity in the cart. Rendered only while the title is in stock. */
export function AddToCart({ item, stock }: { item: Item; stock?: string }) {
  const add = useAddToCart(item);
  const { t, say } = useLanguage();
  const inCart = useInCart(item.inventoryId);
  const [chosen, setChosen] = useState<number>();
  const quantity = chosen ?? Math.max(inCart, 1);
  const [problem, setProblem] = useState<string>();
  const refused = refusalOf(add.error);
  const error = problem ?? (refused && say(refused));
  const change = (value: number) => {
    setProblem(undefined);
    add.reset();
    setChosen(value);
  };
  // the click that blurs the box reveals a wrong quantity, so only the next one sends the restored quantity
  const seen = useRef(true);
  const refuse = (kind: QuantityProblem) => {
    seen.current = false;
    add.reset();
    const sentence = quantitySentence(kind, item, t);
    setProblem(sentence);
    toast(sentence, "error");
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
      <p className={styles.stock}>
        {stock ?? (item.inStock === 1 ? t("1 in stock") : t("{n} in stock", { n: item.inStock }))}
        {inCart > 0 && ` · ${t("{n} in your cart", { n: inCart })}`}
      </p>
      <div className={styles.row} data-screen-only>
        <QuantityStepper
          label={t("Quantity")}
          value={quantity}
          max={limits.quantity}
          stock={item.inStock}
          onChange={change}
          onInvalid={refuse}
          error={error}
        />
        <Button
          look="primary"
          className={styles.send}
          icon={<ShoppingCart size={20} />}
          busy={add.isPending}
          {...add.near}
          onPointerDown={see}
          onKeyDown={see}
          onClick={send}
        >
          {inCart > 0 ? t("Update") : t("Add to Cart")}
        </Button>
      </div>
    </div>
  );
}
