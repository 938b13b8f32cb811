import { useLanguage } from "#web/language/use-language.ts";
import type { Item } from "#contract/catalog.ts";
import { ShoppingCart } from "#web/ui/icons.tsx";
import { IconButton } from "#web/ui/actions/button.tsx";
import { useAddToCart } from "./change-cart.ts";

export function QuickAdd({ item }: { item: Item }) {
  const add = useAddToCart();
  const { t } = useLanguage();
  const icon = <ShoppingCart size={20} />;
  if (item.inStock === 0) return <IconButton label={t("Out of stock")} icon={icon} look="secondary" disabled />;
  return (
    <IconButton
      label={t("Add to cart: {title}", { title: item.title })}
      title={t("Add to cart")}
      icon={icon}
      look="secondary"
      aria-busy={add.isPending || undefined}
      onClick={() => !add.isPending && add.mutate({ item, quantity: "one more" })}
    />
  );
}
