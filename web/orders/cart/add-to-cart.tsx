import { useRef, useState } from "react";
import type { Item } from "#contract/catalog/catalog.ts";
import { limits } from "#contract/catalog/codes.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { ShoppingCart } from "#web/ui/first-icons.tsx";
import styles from "./add-to-cart.module.css";
import { useInCart } from "./cart-queries.ts";
import { useAddToCart } from "./change-cart.ts";
import { useQuantityError } from "./quantity-error.ts";
import { type QuantityProblem, QuantityStepper } from "#web/ui/forms/quantity-stepper.tsx";

/** Starts with the quantity in the cart. Rendered only while the title is in stock. */
export function AddToCart({ item, stock }: { item: Item; stock?: string }) {
  const add = useAddToCart(item);
  const { t } = useLanguage();
  const inCart = useInCart(item.inventoryId);
  const [choice, setChoice] = useState<number>();
  const quantity = choice ?? Math.max(inCart, 1);
  const quantityError = useQuantityError(item, add);
  const change = (value: number) => {
    quantityError.clear();
    add.reset();
    setChoice(value);
  };
  // a click that leaves the box first shows a wrong quantity; only the next click sends the restored one
  const hasSeenError = useRef(true);
  const refuse = (kind: QuantityProblem) => {
    hasSeenError.current = false;
    quantityError.show(kind);
  };
  const send = () => {
    if (!hasSeenError.current) return;
    quantityError.clear();
    add.mutate({ item, quantity });
  };
  const markErrorSeen = () => {
    hasSeenError.current = true;
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
          error={quantityError.error}
        />
        <Button
          look="primary"
          className={styles.send}
          icon={<ShoppingCart size={20} />}
          busy={add.isPending}
          {...add.near}
          onPointerDown={markErrorSeen}
          onKeyDown={markErrorSeen}
          onClick={send}
        >
          {t("Add to Cart")}
        </Button>
      </div>
    </div>
  );
}
