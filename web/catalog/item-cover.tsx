import { useLanguage } from "#web/language/use-language.ts";
import type { Item } from "#contract/catalog/catalog.ts";
import { categoryLook } from "#web/catalog/category-look.tsx";
import { Cover } from "#web/ui/cover/cover.tsx";

type ItemCoverProps = {
  item: Item;
  outOfStock?: boolean;
  eager?: boolean;
  /** The displayed width, as for `<img sizes>`; defaults to the width in a list of results. */
  sizes?: string;
};

const listSizes = "(min-width: 44rem) 15rem, 45vw";

/** Shows an item's picture, or a cover made from its title, with a ribbon when it is out of stock. */
export function ItemCover({ item, outOfStock = false, eager = false, sizes = listSizes }: ItemCoverProps) {
  const { t, called, langOf } = useLanguage();
  const { tone, icon: Icon, name } = categoryLook(item);
  return (
    <Cover
      tone={tone}
      icon={<Icon />}
      isFlat={name === "Leaflet"}
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
