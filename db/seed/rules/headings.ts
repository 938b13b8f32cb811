import { isLibrivox, type SourceRow } from "./source-row.ts";

/** Headings that aren't a subject. */
const forms = new Set([
  "Internet videos", "Video recordings", "Streaming video", "Statistics", "Databases", "Popular works", "Miscellanea",
  "Directories", "Periodicals", "Forms", "Blank forms", "FAQs", "Fact sheets", "Online resources", "Electronic books",
  "United States", "Non-fiction", "General Fiction", "Maps", "Case studies", "Bibliography", "Juvenile literature",
  "Employees", "Rules and practice", "Spanish language materials",
]); // prettier-ignore

/** Useful subdivisions; places, periods, and forms are dropped. */
const aspects = new Set([
  "Prevention", "Health and hygiene", "Safety measures", "Treatment", "Medical care", "Diseases", "Health aspects", "History",
  "Mental health", "Alcohol use", "Psychological aspects", "Research", "Transmission", "Care", "Physiological effect", "Nutrition",
  "Diagnosis", "Drug use", "Mental health services", "Planning", "Social aspects", "Cancer", "Overdose", "Education", "Concussion",
  "Wounds and injuries", "Fires and fire prevention", "Substance use", "Standards", "Study and teaching", "Rehabilitation",
  "Sexual behavior", "Environmental aspects", "Suicidal behavior", "Violence against", "Tobacco use", "Emergency services",
  "Complications", "Labeling", "Civil rights", "Crimes against", "Housing", "Risk factors", "Testing", "Care and hygiene",
  "Government policy", "Equipment and supplies", "Vaccination", "Social conditions", "Toxicology", "Etiology", "Accidents",
  "Abnormalities", "Therapeutic use", "Psychology", "Dental care", "Genetic aspects", "Family relationships", "Early detection",
]); // prettier-ignore

/** The source copied some records from Canada, which repeat their subjects in French. */
const french =
  /\bchez\b|\bde l['’]|d['’]origine|^Maladies|^Délinquance|^Armes|^Camions|^Tranchées|^Enfants|^Guerre|^Infections à|^Écotoxicologie/u;

const maxTags = 8;

/** Returns the row's subjects as comma-separated tags without duplicates. */
export function tagsOf(row: SourceRow): string {
  const tags = subjectsOf(row).flatMap(({ name }) => tagsFrom(name, isLibrivox(row)));
  if (isLibrivox(row)) tags.push("Audiobook");
  if (row.language === "spa") tags.unshift("Spanish", "Español");
  return [...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values()].slice(0, maxTags).join(", ");
}

/** Returns the row's subjects as one readable list: "Diabetics (education, self-care); Health promotion". */
export function topicsOf(row: SourceRow): string {
  const topics = subjectsOf(row).map(({ name, aspects }) => {
    const readable = isLibrivox(row) ? sentenceCase(name) : name;
    return aspects.length === 0 ? readable : `${readable} (${aspects.join(", ")})`;
  });
  return topics.slice(0, 6).join("; ");
}

type Subject = { name: string; aspects: string[] };

/** "Dental care -- United States -- Cost" and "Dental care -- Quality" are one subject with two aspects. */
function subjectsOf(row: SourceRow): Subject[] {
  const subjects = new Map<string, Subject>();
  for (const heading of row.headings) {
    const [main = "", ...rest] = heading.split(" -- ").map((part) => part.replace(/[.,;:\s]+$/u, ""));
    if (main === "" || forms.has(main) || french.test(main)) continue;
    const name = plainName(main);
    const subject = subjects.get(name) ?? { name, aspects: [] };
    subjects.set(name, subject);
    for (const aspect of rest.filter((part) => aspects.has(part)).map((part) => part.toLowerCase())) {
      if (!subject.aspects.includes(aspect) && subject.aspects.length < 3) subject.aspects.push(aspect);
    }
  }
  return [...subjects.values()];
}

/** "United States. Public Health Service. Office X" is Office X; "(Disease)" and open dates are dropped. */
function plainName(main: string): string {
  const body = main.startsWith("United States. ") ? (main.split(/(?<!\b\p{Lu})\. /u).at(-1) ?? main) : main;
  return body
    .replace(/\s*\([^)]*\)/gu, "")
    .replace(/, \d{4}-$/u, "")
    .replace(/,[^,]*, etc$/u, "") // "Camp sites, facilities, etc"
    .trim();
}

/** Tags can't contain commas: "Medicine, Preventive" becomes "Preventive Medicine". */
function tagsFrom(name: string, isGenre: boolean): string[] {
  if (isGenre) return name.split(", ").map(sentenceCase);
  const battle = /^([^,]+), Battle of\b/u.exec(name);
  if (battle) return [`Battle of ${battle[1]}`];
  const parts = name.split(", ");
  const [first, second] = parts;
  if (parts.length === 2 && second !== undefined && !/\d/u.test(second) && !/\band\b/u.test(name))
    return [`${second} ${first}`];
  return [parts.join(" ")];
}

function sentenceCase(words: string): string {
  return words.charAt(0) + words.slice(1).toLowerCase();
}
