import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Item } from "#contract/catalog/catalog.ts";
import { limits } from "#contract/catalog/codes.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { refusalOf } from "#web/lib/call.ts";
import { cartIdentifier } from "#web/lib/session.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { RotateCcw } from "#web/ui/icons.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Link, useNavigate } from "#web/ui/router/router.tsx";
import { cartCountQuery, quantityOf } from "./cart-queries.ts";
import { put, take } from "./change-cart.ts";

type Line = { inventory: Item; quantity: number };
/** A title that is not in the cart as wished: how many of it are. */
type Short = { item: Item; got: number };

/** Puts what was on an order into the cart again, as far as it is in stock, and says what is not. */
export function OrderAgain({ lines }: { lines: readonly Line[] }) {
  const { t } = useLanguage();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [short, setShort] = useState<readonly Short[]>([]);
  const again = useMutation({
    mutationFn: () => putAll(client, lines),
    scope: { id: "cart" },
    onSuccess: (found) => {
      setShort(found);
      if (found.length > 0) return;
      toast(t("Everything is in your cart again."));
      void navigate("/user/cartitems");
    },
  });
  return (
    <Card heading={t("Need it again?")}>
      <Stack>
        {short.length > 0 && (
          <Alert tone="warning" title={t("Not everything is in stock")}>
            <ul>
              {short.map(({ item, got }) => (
                <li key={item.inventoryId}>
                  <TitleText of={item} /> – {got === 0 ? t("not in stock") : t("only {n} in your cart", { n: got })}
                </li>
              ))}
            </ul>
            <Link to="/user/cartitems">{t("Go to your cart")}</Link>
          </Alert>
        )}
        <p>{t("This puts all its titles into your cart, where you can still change them.")}</p>
        <div>
          <Button icon={<RotateCcw size={18} />} busy={again.isPending} onClick={() => again.mutate()}>
            {t("Order again")}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}

async function putAll(client: QueryClient, lines: readonly Line[]): Promise<Short[]> {
  const short: Short[] = [];
  await client.query({ ...cartCountQuery(cartIdentifier()), staleTime: 0 }); // other tabs fill it, too
  for (const { inventory: item, quantity: ordered } of lines) {
    const quantity = Math.min(ordered, limits.quantity); // staff may have put more on it
    const before = quantityOf(client, item.inventoryId);
    if (before >= quantity) continue;
    const got = (await tryPut(client, item, quantity)) ?? before;
    if (got < quantity) short.push({ item, got });
  }
  return short;
}

/** Puts as many as there are, up to this quantity; gives how many are in the cart, undefined when it is refused. */
async function tryPut(client: QueryClient, item: Item, quantity: number): Promise<number | undefined> {
  try {
    await take(client, await put({ item, quantity }), item);
    return quantity;
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    const { reason } = refusal;
    const left =
      (reason?.kind === "no-room" ? reason.titles[0] : reason?.kind === "only-left" ? reason : undefined)?.left ?? 0;
    return left > 0 && left < quantity ? tryPut(client, item, left) : undefined;
  }
}
