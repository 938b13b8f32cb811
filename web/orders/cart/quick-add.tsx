import { useLanguage } from "#web/language/use-language.ts";
import type { Item } from "#contract/catalog/catalog.ts";
import { ShoppingCart } from "#web/ui/first-icons.tsx";
import { IconButton } from "#web/ui/actions/button.tsx";
import { useInCart } from "./cart-queries.ts";
import { useAddToCart } from "./change-cart.ts";
import styles from "./quick-add.module.css";

/** The action of a box in a list. */
export const quickAdd = (item: Item) => <QuickAdd item={item} />;

function QuickAdd({ item }: { item: Item }) {
  const add = useAddToCart(item);
  const { t } = useLanguage();
  const n = useInCart(item.inventoryId);
  const icon = <ShoppingCart size={20} />;
  if (item.inStock === 0) return <IconButton label={t("Out of stock")} icon={icon} look="secondary" disabled />;
  return (
    <IconButton
      label={
        n > 0
          ? t("Add to cart: {title} ({n} in your cart)", { title: item.title, n })
          : t("Add to cart: {title}", { title: item.title })
      }
      title={n > 0 ? t("{n} in your cart", { n }) : t("Add to cart")}
      className={styles.add}
      icon={
        <>
          {icon}
          {n > 0 && <span className={styles.mark}>{n}</span>}
        </>
      }
      look="secondary"
      {...add.near}
      aria-busy={add.isPending || undefined}
      onClick={() => !add.isPending && add.mutate({ item, quantity: "one more" })}
    />
  );
}
