import type { Item } from "#contract/catalogue.ts";
import { CategoryBadge } from "#web/features/catalogue/category-look.tsx";
import { ItemCover } from "#web/features/catalogue/item-cover.tsx";

/** The picture of the added item. */
export function AddedPicture({ item }: { item: Item }) {
  return <ItemCover item={item} sizes="5rem" eager />;
}

/** Its type icon and category. */
export function AddedCategory({ item }: { item: Item }) {
  return <CategoryBadge categoryId={item.categoryId} categoryName={item.categoryName} />;
}
