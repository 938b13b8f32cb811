import { BookOpen, Clapperboard, Headphones } from "#web/ui/icons.tsx";
import { Cover } from "#web/ui/cover/cover.tsx";
import { Badge } from "#web/ui/data/badge.tsx";
import styles from "./styleguide.module.css";

const titles: { title: string; tone: "book" | "video" | "audio"; subject: string }[] = [
  {
    title: "“But who should I tell?”: questions and answers about seeking help after sexual abuse",
    tone: "book",
    subject: "Violence Prevention",
  },
  { title: "10 ways to manage respiratory symptoms at home", tone: "book", subject: "Personal Health and Wellness" },
  { title: "The Great Body Shop", tone: "video", subject: "Comprehensive Health" },
  { title: "Sleep", tone: "audio", subject: "Mental and Emotional Health" },
  { title: "Healthy Eating, Active Living", tone: "book", subject: "Healthy Eating" },
  { title: "Tobacco, nicotine, and e-cigarettes", tone: "video", subject: "Tobacco" },
  {
    title: "Positive Prevention PLUS: Sexual Health Education for California Youth",
    tone: "book",
    subject: "Sexual Health",
  },
  { title: "Walk with me", tone: "audio", subject: "Physical Activity" },
  { title: "Marihuana y los adolescentes: lo que debe saber", tone: "book", subject: "Alcohol and Other Drugs" },
  { title: "Safe Routes", tone: "video", subject: "Safety" },
  { title: "HIV and AIDS: what every school should know", tone: "book", subject: "HIV Prevention" },
  { title: "Acetylcholinesterase inhibitors", tone: "book", subject: "Personal Health and Wellness" },
  { title: "Bullying: stand up, speak out", tone: "video", subject: "Violence Prevention" },
  { title: "Breathing exercises for the classroom", tone: "audio", subject: "Mental and Emotional Health" },
  { title: "Know Your Body", tone: "book", subject: "Comprehensive Health" },
  { title: "MyPlate kitchen", tone: "video", subject: "Healthy Eating" },
  {
    title:
      "Preventing chronic diseases and reducing health risk factors among school staff in rural districts: a report to the community of practice, vol. 2",
    tone: "book",
    subject: "Comprehensive Health",
  },
  { title: "Teens and alcohol", tone: "audio", subject: "Alcohol and Other Drugs" },
];

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
