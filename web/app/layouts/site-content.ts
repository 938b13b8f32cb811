/** A place on the web with a name. */
export type NamedLink = { label: string; href: string };

/** What header and footer tell of the library. */
export type SiteContent = {
  name: string;
  /** Instead of the library's own mark. */
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

/** Which of the two faces the site shows (decision 1.1). */
export type Presentation = "inventory" | "marketing";

/** Who the header greets; "unknown" until the browser has looked, with the space kept. */
export type HeaderSession =
  | { kind: "unknown" }
  | { kind: "anonymous" }
  | { kind: "user"; accountId: number }
  | { kind: "admin" };
