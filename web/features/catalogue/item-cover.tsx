import type { Item } from "#contract/catalogue.ts";
import { Cover } from "#web/ui/cover/cover.tsx";
import { categoryLook } from "./category-look.tsx";

type Covered = Pick<Item, "categoryId" | "title" | "subjectName" | "attachmentUrl">;

type ItemCoverProps = { item: Covered; outOfStock?: boolean; eager?: boolean };

/** An item's picture, else the cover drawn from its title; the band says when none is left. */
export function ItemCover({ item, outOfStock = false, eager = false }: ItemCoverProps) {
  const { tone, icon: Icon } = categoryLook(item.categoryId);
  return (
    <Cover
      tone={tone}
      icon={<Icon />}
      title={item.title}
      smallLine={item.subjectName}
      src={item.attachmentUrl ?? undefined}
      eager={eager}
      ribbon={outOfStock ? "Out of Stock" : undefined}
    />
  );
}
