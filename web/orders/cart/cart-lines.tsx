import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import type { CartItem } from "#contract/orders/cart.ts";
import type { Item } from "#contract/catalog/catalog.ts";
import { limits } from "#contract/catalog/codes.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import { keptDays } from "#web/orders/dates/kept-days.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { again, call, refusalOf } from "#web/lib/call.ts";
import { focusOn } from "#web/lib/focus-on.ts";
import { cartIdentifier, keepCartIdentifier } from "#web/lib/session.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Skeleton, SkeletonCover } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import { QuantityStepper } from "#web/ui/quantity/quantity-stepper.tsx";
import type { QuantityProblem } from "#web/ui/quantity/quantity.ts";
import { Link } from "#web/ui/router/router.tsx";
import styles from "./cart-lines.module.css";
import { take, useSetQuantity } from "./change-cart.ts";
import { quantitySentence } from "./quantity-sentence.ts";

type CartLinesProps = {
  lines: readonly CartItem[];
  picture: (item: Item) => ReactNode;
  category: (item: Item) => ReactNode;
  stock?: ((item: Item) => ReactNode) | undefined;
  /** Whether a line is in the order: without it all are. */
  choice?: ((line: CartItem) => ReactNode) | undefined;
};

export function CartLines({ lines, picture, category, stock, choice }: CartLinesProps) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={line.cartItemId} className={styles.line}>
          <div>{picture(line.inventory)}</div>
          <div className={styles.words}>
            <h2 className={styles.title}>
              <Link to={`/user/viewitem/${line.inventory.inventoryId}`}>
                <TitleText of={line.inventory} />
              </Link>
            </h2>
            <p className={styles.facts}>
              <span>#{line.inventory.referenceNumber}</span>
              {category(line.inventory)}
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
  const { t, say } = useLanguage();
  const set = useSetQuantity();
  const remove = useRemoveFromCart();
  const confirm = useConfirm();
  const row = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<string>();
  const refused = refusalOf(set.error);
  const asked = set.isPending && typeof set.variables.quantity === "number" ? set.variables.quantity : quantity;
  const short = item.inStock < quantity ? quantitySentence("aboveStock", item, t) : undefined;
  const change = (value: number) => {
    setProblem(undefined);
    set.mutate({ item, quantity: value });
  };
  const refuse = (found: QuantityProblem) => {
    set.reset();
    const sentence = quantitySentence(found, item, t);
    setProblem(sentence);
    toast(sentence, "error");
  };
  const takeOut = async () => {
    const question = t("Remove “{title}” from your cart?", { title: item.displayTitle });
    if (!(await confirm({ question, confirmLabel: t("Remove"), danger: true }))) return;
    const place = row.current?.closest("li");
    const neighbour = place?.nextElementSibling ?? place?.previousElementSibling;
    try {
      await remove.mutateAsync(line);
      // the focused line is gone: otherwise the keyboard focus would start at the top of the page
      focusOn(neighbour?.querySelector("a") ?? document.querySelector("main h1"));
    } catch {
      // shown by a toast, like every refusal
    }
  };
  return (
    <div className={styles.row} ref={row}>
      <QuantityStepper
        label={t("Quantity of {title}", { title: item.title })}
        labelHidden
        value={asked}
        max={limits.quantity}
        stock={item.inStock}
        onChange={change}
        onInvalid={refuse}
        onBelowOne={() => void takeOut()}
        error={problem ?? (refused && say(refused)) ?? short}
      />
      <Button
        look="quiet"
        busy={remove.isPending}
        aria-label={t("Remove {title}", { title: item.title })}
        onClick={() => void takeOut()}
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
      toast(messages.done.itemRemovedFromCart, "success", inventory.title);
      return take(client, answer, inventory);
    },
  });
}

type Submission = {
  borrowerId: number;
  identifier: string;
  termsVersion: string | undefined;
  /** Which titles of the cart; none: all. */
  titles: readonly number[];
};

/**
 * Places the order, for the chosen days if there are some, and returns its id; what was left out stays in a cart. A cart becomes one
 * order at most, so it is sent again when no answer arrives.
 */
export function useCheckOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ borrowerId, identifier, termsVersion, titles }: Submission) => {
      const params = { x: String(borrowerId), identifier };
      const [teachFrom, teachTo] = keptDays();
      const query = { termsVersion, teachFrom, teachTo, titles: titles.join(",") || undefined };
      return again(() => call("POST Order/SaveOrder/{x}/{identifier}", { params, query }));
    },
    meta: { done: messages.done.orderSubmitted },
    // Short stock: refetched lines show what is left.
    onError: () => void client.invalidateQueries({ queryKey: ["cart", "items"] }),
    onSuccess: async ({ cart = null }) => {
      keepCartIdentifier(cart);
      sessionStorage.removeItem("teachingDays"); // what keeps them comes after this page
      client.removeQueries({ queryKey: ["cart"] });
      // Stock and order lists have changed: refetches whatever is on screen.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "codes" && queryKey[0] !== "site" });
    },
  });
}
