import { useLanguage } from "#web/language/use-language.ts";
import { categories } from "#contract/catalog/codes.ts";
import { BookOpen, Clapperboard, Headphones, type Icon, Sheet } from "#web/ui/first-icons.tsx";
import { Badge } from "#web/ui/data/badge.tsx";

// separate from the covers, which most visitors' first page doesn't need

type Look = { tone: "book" | "video" | "audio"; icon: Icon; name?: "Leaflet" | "Booklet" };

/** Librarians call up to 4 pages a leaflet, and up to 48 a booklet. */
const maxPages = { leaflet: 4, booklet: 48 };

const book: Look = { tone: "book", icon: BookOpen };
const looks: Record<number, Look> = {
  [categories.book]: book,
  [categories.video]: { tone: "video", icon: Clapperboard },
  [categories.audio]: { tone: "audio", icon: Headphones },
};

/** Returns how a category looks; with an extent such as "2 pages", a short book is a leaflet or a booklet. */
export function categoryLook(categoryId: number, extent = ""): Look {
  const look = looks[categoryId] ?? book;
  const pages = look === book ? Number(/^(\d+) pages?$/.exec(extent)?.[1]) : NaN;
  if (pages <= maxPages.leaflet) return { ...book, icon: Sheet, name: "Leaflet" };
  return pages <= maxPages.booklet ? { ...book, name: "Booklet" } : look;
}

type CategoryBadgeProps = { of: { categoryId: number; categoryName: string }; extent?: string | undefined };

export function CategoryBadge({ of, extent }: CategoryBadgeProps) {
  const { t, say } = useLanguage();
  const { tone, icon: Icon, name } = categoryLook(of.categoryId, extent);
  return (
    <Badge tone={tone} icon={<Icon size={16} />}>
      {name ? t(name) : say(of.categoryName)}
    </Badge>
  );
}
