import { useLanguage } from "#web/language/use-language.ts";
import { categories } from "#contract/catalog/codes.ts";
import { BookOpen, Clapperboard, Headphones, type Icon, Sheet } from "#web/ui/first-icons.tsx";
import { Badge } from "#web/ui/data/badge.tsx";

// separate from the covers, which most visitors' first page doesn't need

type Look = { tone: "book" | "video" | "audio"; icon: Icon; name?: "Leaflet" | "Booklet" | "Kit" };

/** Librarians call up to 4 pages a leaflet, and up to 48 a booklet. */
const maxPages = { leaflet: 4, booklet: 48 };

const book: Look = { tone: "book", icon: BookOpen };
const looks: Record<number, Look> = {
  [categories.book]: book,
  [categories.video]: { tone: "video", icon: Clapperboard },
  [categories.audio]: { tone: "audio", icon: Headphones },
};

type Kind = { categoryId: number; extent?: string; parts?: string };

/** Returns how a title looks. A short book is a leaflet or a booklet; a book with parts and no page count is a kit. */
export function categoryLook({ categoryId, extent = "", parts = "" }: Kind): Look {
  const look = looks[categoryId] ?? book;
  if (look !== book) return look;
  if (parts && !/\bpages?\b/.test(extent)) return { ...book, name: "Kit" };
  const pages = Number(/^(\d+) pages?$/.exec(extent)?.[1]);
  if (pages <= maxPages.leaflet) return { ...book, icon: Sheet, name: "Leaflet" };
  return pages <= maxPages.booklet ? { ...book, name: "Booklet" } : look;
}

/** Names a title's kind, or with `isFormal` its category. */
export function CategoryBadge({ of, isFormal }: { of: Kind & { categoryName: string }; isFormal?: boolean }) {
  const { t, say } = useLanguage();
  const { tone, icon: Icon, name } = categoryLook(isFormal ? { categoryId: of.categoryId } : of);
  return (
    <Badge tone={tone} icon={<Icon size={16} />}>
      {name ? t(name) : say(of.categoryName)}
    </Badge>
  );
}
