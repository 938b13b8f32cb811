import { useLanguage } from "#web/language/use-language.ts";
import type { Item } from "#contract/catalog/catalog.ts";
import { Cover } from "#web/ui/cover/cover.tsx";
import { categoryLook } from "./category-look.tsx";

type ItemCoverProps = {
  item: Item;
  outOfStock?: boolean;
  eager?: boolean;
  /** The width of its place, as for `<img sizes>`; default is a place on a shelf. */
  sizes?: string;
};

const onAShelf = "(min-width: 44rem) 15rem, 45vw";

/** An item's picture, or the cover made from its title; a band when it is out of stock. */
export function ItemCover({ item, outOfStock = false, eager = false, sizes = onAShelf }: ItemCoverProps) {
  const { t, called, langOf } = useLanguage();
  const { tone, icon: Icon } = categoryLook(item.categoryId);
  return (
    <Cover
      tone={tone}
      icon={<Icon />}
      title={item.title}
      titleLang={langOf(item)}
      smallLine={called(item.subjectName)}
      src={item.attachmentUrl}
      srcSet={item.attachmentSrcset}
      sizes={sizes}
      alt={item.attachmentAlt}
      eager={eager}
      ribbon={outOfStock ? t("Out of Stock") : undefined}
    />
  );
}
