import { useLanguage } from "#web/language/use-language.ts";
import { categories } from "#contract/catalog/codes.ts";
import { BookOpen, Clapperboard, Headphones, type Icon } from "#web/ui/first-icons.tsx";
import { Badge } from "#web/ui/data/badge.tsx";

// separate from the covers, which most visitors' first page doesn't need

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
