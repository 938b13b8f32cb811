import { BookOpen, Clapperboard, Headphones } from "#web/ui/icons.tsx";
import { Cover } from "#web/ui/cover/cover.tsx";
import { Badge } from "#web/ui/data/badge.tsx";
import styles from "./styleguide.module.css";
import { titles } from "./titles.ts";

const icons = { book: BookOpen, video: Clapperboard, audio: Headphones };
const words = { book: "Book", video: "Video", audio: "Audio" };

/** Eighteen covers, like a page of search results. */
export function ShownCovers() {
  return (
    <ul className={styles.shelf}>
      {titles.map(({ title, tone, subject }, at) => {
        const Icon = icons[tone];
        return (
          <li key={title} className={styles.item}>
            <Cover
              tone={tone}
              icon={<Icon />}
              title={title}
              smallLine={subject}
              ribbon={at % 7 === 5 ? "Out of Stock" : undefined}
            />
            <Badge tone={tone} icon={<Icon size={16} />}>
              {words[tone]}
            </Badge>
          </li>
        );
      })}
    </ul>
  );
}
