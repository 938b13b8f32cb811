import type { Page } from "@playwright/test";
import type { Library } from "#e2e/library.ts";

/** A form of the product, and what a journey needs to know to use it. */
export type FormRow = {
  name: string;
  /** It is there only where the library's address has a name. */
  /** The page behind its dialog has a button of the same name. */
  isInDialog?: true;
  /** Ends on the form, like a user who opens it. */
  open: (page: Page, library: Library) => Promise<void>;
  /** Fills in what it takes to be sent. */
  fill: (page: Page) => Promise<void>;
  /** A field to fill in: its name on the wire and its value. */
  field: string;
  label: RegExp;
  text: string;
  /** Of a field that is a choice: how to choose something else, or nothing. It has no text. */
  takeBack?: (page: Page) => Promise<void>;
  /** Makes a value invalid; the expected sentence. None where there is nothing wrong to choose. */
  spoil?: (page: Page) => Promise<void>;
  sentence?: string;
  button: string;
  /** Part of the address that it is sent to. */
  call: string;
  /** Where a refusal of the whole form appears. */
  tells: "toast" | "alert";
  /** What it says of a fault of the server, where that is not the server's sentence. */
  fault?: string;
  /** Save is disabled from the start, and errors appear before an attempt. */
  isStrict?: true;
  /** A link that leads away, where leaving is asked about. */
  asksAt?: string;
  /** The text is restored after a new login, and `also` what is expected besides; with this notice, if any. `userName`: whose. */
  returns?: { words?: string; also?: (page: Page) => Promise<void>; userName?: string };
  /** Saves another value of the same field, and `theirAddress` in a field that is left alone here; the expected notice. */
  conflict?: { theirs: (page: Page, text: string) => Promise<void>; other: RegExp; done: string };
};

/** What the other person in a conflict changes besides. */
export const theirAddress = "https://theirs.example";

/** The control with this label. */
export const box = (page: Page, label: RegExp) =>
  page.locator("input, textarea, select").and(page.getByLabel(label)).first();
/** The button that sends it. */
export const buttonOf = (page: Page, { button, isInDialog }: FormRow) =>
  (isInDialog ? page.getByRole("dialog") : page).getByRole("button", { name: button, exact: true });
/** Fills in one field. */
export const put = (label: RegExp, text: string) => (page: Page) => box(page, label).fill(text);
export const clear = (label: RegExp) => put(label, "");

/** Fills in these fields, one after the other. */
export const putAll = (fields: readonly (readonly [label: RegExp, text: string])[]) => async (page: Page) => {
  for (const [label, text] of fields) await box(page, label).fill(text);
};
