import type { Item } from "#contract/catalog.ts";
import { CategoryBadge } from "#web/features/catalog/category-look.tsx";
import { ItemCover } from "#web/features/catalog/item-cover.tsx";

export function AddedPicture({ item }: { item: Item }) {
  return <ItemCover item={item} sizes="5rem" eager />;
}

export function AddedCategory({ item }: { item: Item }) {
  return <CategoryBadge of={item} />;
}
