import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Item } from "#contract/catalog/catalog.ts";
import { limits } from "#contract/catalog/codes.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { refusalOf } from "#web/lib/call.ts";
import { cartIdentifier } from "#web/lib/session.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { RotateCcw } from "#web/ui/icons.tsx";
import { cartCountQuery, quantityOf } from "./cart-queries.ts";
import { applyAnswer, put } from "./change-cart.ts";
import { Card } from "#web/ui/card.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Link, useNavigate } from "#web/ui/router.tsx";

type Line = { inventory: Item; quantity: number };
type ShortTitle = { item: Item; inCart: number };

export function OrderAgain({ lines }: { lines: readonly Line[] }) {
  const { t } = useLanguage();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [shortTitles, setShortTitles] = useState<readonly ShortTitle[]>([]);
  const orderAgain = useMutation({
    mutationFn: () => putAll(client, lines),
    scope: { id: "cart" },
    onSuccess: (result) => {
      setShortTitles(result);
      if (result.length > 0) return;
      toast(t("Everything is back in your cart."));
      void navigate("/user/cartitems");
    },
  });
  return (
    <Card heading={t("Need it again?")}>
      <Stack>
        {shortTitles.length > 0 && (
          <Alert tone="warning" title={t("Not everything is in stock")}>
            <ul>
              {shortTitles.map(({ item, inCart }) => (
                <li key={item.inventoryId}>
                  <TitleText of={item} /> –{" "}
                  {inCart === 0 ? t("not in stock") : t("only {n} in your cart", { n: inCart })}
                </li>
              ))}
            </ul>
            <Link to="/user/cartitems">{t("Go to your cart")}</Link>
          </Alert>
        )}
        <p>{t("This adds all of its titles to your cart, where you can still make changes.")}</p>
        <div>
          <Button icon={<RotateCcw size={18} />} busy={orderAgain.isPending} onClick={() => orderAgain.mutate()}>
            {t("Order again")}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}

async function putAll(client: QueryClient, lines: readonly Line[]): Promise<ShortTitle[]> {
  const shortTitles: ShortTitle[] = [];
  await client.query({ ...cartCountQuery(cartIdentifier()), staleTime: 0 }); // other tabs may have changed it
  for (const { inventory: item, quantity: orderQuantity } of lines) {
    const quantity = Math.min(orderQuantity, limits.quantity); // staff may have ordered more
    const before = quantityOf(client, item.inventoryId);
    if (before >= quantity) continue;
    const inCart = (await tryPut(client, item, quantity)) ?? before;
    if (inCart < quantity) shortTitles.push({ item, inCart });
  }
  return shortTitles;
}

/** Adds up to this quantity. Returns the number in the cart, or undefined after a refusal. */
async function tryPut(client: QueryClient, item: Item, quantity: number): Promise<number | undefined> {
  try {
    await applyAnswer(client, await put({ item, quantity }), item);
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
