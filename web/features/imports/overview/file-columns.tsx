import { limits } from "#contract/codes.ts";
import type { ImportField } from "#contract/imports.ts";
import { importFieldNames, importFields } from "#contract/imports.ts";
import { DescriptionList } from "#web/ui/data/description-list.tsx";

const meanings: Record<ImportField, string> = {
  title: `Needed in every row. At most ${limits.title} characters.`,
  referenceNumber: `At most ${limits.sku} characters; every title has its own. Without one, a number is made.`,
  description: "What it is about. For rows without one you can give a text for all.",
  category:
    "Book, Video or Audio, or a usual word for one of them, such as DVD. For rows without one you can choose one for all.",
  subject: "One of the library's subjects. For rows without one you can choose one for all.",
  grades:
    "The library's grades with commas between them, or spans such as K-5. For rows without one you can choose one for all.",
  tags: "Words that help to find it, with commas between them.",
  copies: "How many copies there are. For a file without this column you can give one number for all.",
  copyDetails: "Written by an export, so that each copy comes back as it was. Leave it as it is.",
};

/** What each column may hold. The order and the names do not matter: they are matched after the upload. */
export function FileColumns() {
  return (
    <DescriptionList items={importFields.map((field) => ({ term: importFieldNames[field], value: meanings[field] }))} />
  );
}
