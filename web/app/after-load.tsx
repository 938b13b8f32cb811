import { messages } from "#contract/wire/specified-messages.ts";
import { type Added, clearAddedItem } from "#web/orders/cart/added-item.ts";
import { CategoryBadge } from "#web/catalog/category-look.tsx";
import { ItemCover } from "#web/catalog/item-cover.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { CornerPopup } from "#web/ui/overlay/corner-popup.tsx";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { useEffect } from "react";
import { searchKeyIsOff } from "#web/lib/stored-choice.ts";

export { SessionEnd } from "#web/people/login/session-end.tsx";

export const showAddedItem = (added: Added) => <AddedItemPopup key={added.id} {...added} />;

function AddedItemPopup({ item, before, now }: Added) {
  const { t, say, langOf } = useLanguage();
  const added = now - before;
  const inCart = t("{n} in your cart", { n: now });
  const howMany =
    added === 1 ? t("1 added, {n} in your cart", { n: now }) : t("{added} added, {n} in your cart", { added, n: now });
  return (
    <CornerPopup
      onClose={clearAddedItem}
      news={{
        message: added > 0 ? say(messages.done.itemAddedToCart) : t("Cart updated."),
        detail: added > 0 ? howMany : inCart,
        title: item.title,
        titleLang: langOf(item),
        picture: <ItemCover item={item} sizes="5rem" eager />,
        meta: <CategoryBadge of={item} />,
        actions: (
          <ButtonLink to="/user/cartitems" size="small" onClick={clearAddedItem}>
            {t("View cart")}
          </ButtonLink>
        ),
      }}
    />
  );
}

/** Makes the key / focus the page's search box, unless someone is typing. On staff pages, the scan box does this. */
export function SearchKey() {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target, key } = event;
      const field = document.querySelector<HTMLInputElement>("input[data-finds=titles]");
      const isTyping = target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]");
      const withModifier = event.ctrlKey || event.altKey || event.metaKey;
      if (
        key !== "/" ||
        !field?.checkVisibility() ||
        isTyping ||
        withModifier ||
        document.querySelector("dialog:modal") ||
        searchKeyIsOff()
      )
        return;
      event.preventDefault();
      field.focus();
      field.select();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  return null;
}
