/** A named link to another site. */
export type NamedLink = { label: string; href: string };

/** The header's and footer's facts about the library. */
export type SiteContent = {
  name: string;
  /** Replaces the default mark. */
  logoUrl?: string | undefined;
  /** "© 2026 …, resources for California education agencies." */
  copyright: string;
  phones: readonly string[];
  email: string;
  /** The marketing footer's "About" block. */
  maintainedBy: string;
  agencies: readonly { name: string; logoUrl?: string | undefined }[];
  socialLinks: readonly NamedLink[];
};

/** The site's presentation (clarification 1.1). */
export type Presentation = "inventory" | "marketing";

/** The greeting's name; "unknown" until the browser has read the session, with the space reserved. */
export type HeaderSession =
  | { kind: "unknown" }
  | { kind: "anonymous" }
  | { kind: "user"; accountId: number }
  | { kind: "admin" };
