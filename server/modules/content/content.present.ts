import type { EditableContent, Revision } from "#contract/content.ts";
import { sectionNames, type SectionName, type SiteContent } from "#contract/site/sections.ts";

type Row = { version: number; saved_at: Date; name: string | null; restored_version: number | null };

/** The name of a section. */
export const titles: Record<SectionName, string> = {
  site: "Name and presentation",
  contact: "Phones and mailbox",
  footer: "About and social links",
  home: "Home page",
  healthyYouth: "California Healthy Youth Act",
  testimonials: "Testimonials",
  resources: "Resources",
  signUp: "Sign-up page",
  terms: "Terms and Responsibilities",
};

/** A version of a section; without a row, the original text. */
export function presentRevision(row: Row | undefined): Revision {
  if (!row) return { version: 0, savedAt: null, savedBy: "", restoredVersion: null };
  const { version, saved_at, name, restored_version } = row;
  return { version, savedAt: saved_at.toISOString(), savedBy: name ?? "", restoredVersion: restored_version };
}

/** The content for editing, with each section's version. */
export function presentEditable(content: SiteContent, rows: ReadonlyMap<string, Row>): EditableContent {
  const revisions = Object.fromEntries(sectionNames.map((section) => [section, presentRevision(rows.get(section))]));
  return { content, revisions };
}
