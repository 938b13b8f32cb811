import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import type { CartItem } from "#contract/orders/cart.ts";
import type { Item } from "#contract/catalog/catalog.ts";
import { limits } from "#contract/catalog/codes.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import { CategoryBadge } from "#web/catalog/category-look.tsx";
import { ItemCover } from "#web/catalog/item-cover.tsx";
import { TitleText } from "#web/language/title-text.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { again, call } from "#web/lib/call.ts";
import { cartIdentifier, keepCartIdentifier } from "#web/lib/session.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import { applyAnswer, useSetQuantity } from "./change-cart.ts";
import { useQuantityError } from "./quantity-error.ts";
import { storedDates } from "./cart-queries.ts";
import { Link } from "#web/ui/router.tsx";
import { focusOn } from "#web/ui/accessibility.tsx";
import { Skeleton, SkeletonCover } from "#web/ui/feedback/loading.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { QuantityStepper } from "#web/ui/forms/quantity-stepper.tsx";
import styles from "./cart-lines.module.css";

type CartLinesProps = {
  lines: readonly CartItem[];
  stock?: ((item: Item) => ReactNode) | undefined;
  choice?: ((line: CartItem) => ReactNode) | undefined;
};

export function CartLines({ lines, stock, choice }: CartLinesProps) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={line.cartItemId} className={styles.line}>
          <div>
            <ItemCover item={line.inventory} sizes="(min-width: 44rem) 6.5rem, 5rem" />
          </div>
          <div className={styles.words}>
            <h2 className={styles.title}>
              <Link to={`/user/viewitem/${line.inventory.inventoryId}`}>
                <TitleText of={line.inventory} />
              </Link>
            </h2>
            <p className={styles.facts}>
              <span>#{line.inventory.referenceNumber}</span>
              <CategoryBadge of={line.inventory} isFormal />
            </p>
            {stock?.(line.inventory)}
            <LineQuantity line={line} />
            {choice?.(line)}
          </div>
        </li>
      ))}
    </ul>
  );
}

export function CartLinesSkeleton({ lines }: { lines: number }) {
  return (
    <ul className={styles.lines}>
      {Array.from({ length: lines }, (_, at) => (
        <li key={at} className={styles.line}>
          <div>
            <SkeletonCover />
          </div>
          <div className={styles.words}>
            <Skeleton width="16rem" height="1.6rem" />
            <Skeleton width="9rem" />
            <Skeleton width="14rem" height="2.75rem" />
          </div>
        </li>
      ))}
    </ul>
  );
}

function LineQuantity({ line }: { line: CartItem }) {
  const { inventory: item, quantity } = line;
  const { t } = useLanguage();
  const set = useSetQuantity();
  const remove = useRemoveFromCart();
  const confirm = useConfirm();
  const row = useRef<HTMLDivElement>(null);
  const quantityError = useQuantityError(item, set, item.inStock < quantity);
  const pending = set.isPending && typeof set.variables.quantity === "number" ? set.variables.quantity : quantity;
  const change = (value: number) => {
    quantityError.clear();
    set.mutate({ item, quantity: value });
  };
  const removeLine = async () => {
    const question = t("Remove “{title}” from your cart?", { title: item.displayTitle });
    if (!(await confirm({ question, confirmLabel: t("Remove"), danger: true }))) return;
    const listItem = row.current?.closest("li");
    const neighbor = listItem?.nextElementSibling ?? listItem?.previousElementSibling;
    try {
      await remove.mutateAsync(line);
      // otherwise the keyboard focus would start over at the top of the page
      focusOn(neighbor?.querySelector("a") ?? document.querySelector("main h1"));
    } catch {
      // a toast shows every refusal
    }
  };
  return (
    <div className={styles.row} ref={row}>
      <QuantityStepper
        label={t("Quantity of {title}", { title: item.title })}
        labelHidden
        value={pending}
        max={limits.quantity}
        stock={item.inStock}
        onChange={change}
        onInvalid={quantityError.show}
        onBelowOne={() => void removeLine()}
        error={quantityError.error}
      />
      <Button
        look="quiet"
        busy={remove.isPending}
        aria-label={t("Remove {title}", { title: item.title })}
        onClick={() => void removeLine()}
      >
        {t("Remove")}
      </Button>
    </div>
  );
}

function useRemoveFromCart() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (line: CartItem) => {
      const body = { cartItemId: line.cartItemId, identifier: cartIdentifier() };
      return again(() => call("POST Cart/RemoveItemFromCart", { body }));
    },
    scope: { id: "cart" },
    onSuccess: async (answer, { inventory }) => {
      toast(messages.done.itemRemovedFromCart);
      return applyAnswer(client, answer, inventory);
    },
  });
}

type Submission = {
  borrowerId: number;
  identifier: string;
  termsVersion: string | undefined;
  /** The titles to order; empty for the whole cart. */
  titles: readonly number[];
};

/** Places the order for the chosen dates, if any. Idempotent, because a cart becomes only one order. */
export function useCheckOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ borrowerId, identifier, termsVersion, titles }: Submission) => {
      const params = { x: String(borrowerId), identifier };
      const [teachFrom, teachTo] = storedDates();
      const query = { termsVersion, teachFrom, teachTo, titles: titles.join(",") || undefined };
      return again(() => call("POST Order/SaveOrder/{x}/{identifier}", { params, query }));
    },
    meta: { done: messages.done.orderSubmitted },
    // refetched lines show the remaining stock of short titles
    onError: () => void client.invalidateQueries({ queryKey: ["cart", "items"] }),
    onSuccess: async ({ cart = null }) => {
      keepCartIdentifier(cart);
      client.removeQueries({ queryKey: ["cart"], type: "inactive" }); // the page shows the others until the confirmation
      // stock and order lists have changed
      const same = ["cart", "codes", "site"];
      void client.invalidateQueries({ predicate: ({ queryKey }) => !same.includes(String(queryKey[0])) });
    },
  });
}
