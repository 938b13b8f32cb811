import { useLanguage } from "#web/language/use-language.ts";
import type { Item } from "#contract/catalog/catalog.ts";
import { Cover } from "#web/ui/cover/cover.tsx";
import { categories } from "#contract/catalog/codes.ts";
import { BookOpen, Clapperboard, Headphones, type Icon } from "#web/ui/first-icons.tsx";
import { Badge } from "#web/ui/data/values.tsx";

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

type Look = { tone: "book" | "video" | "audio"; icon: Icon };

const book: Look = { tone: "book", icon: BookOpen };
const looks: Record<number, Look> = {
  [categories.book]: book,
  [categories.video]: { tone: "video", icon: Clapperboard },
  [categories.audio]: { tone: "audio", icon: Headphones },
};

export function categoryLook(categoryId: number): Look {
  return looks[categoryId] ?? book;
}

export function CategoryBadge({ of }: { of: { categoryId: number; categoryName: string } }) {
  const { say } = useLanguage();
  const { tone, icon: Icon } = categoryLook(of.categoryId);
  return (
    <Badge tone={tone} icon={<Icon size={16} />}>
      {say(of.categoryName)}
    </Badge>
  );
}
