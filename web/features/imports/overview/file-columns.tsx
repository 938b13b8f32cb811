import { limits } from "#contract/codes.ts";
import type { ImportField } from "#contract/imports.ts";
import { importFieldNames, importFields } from "#contract/imports.ts";
import { DescriptionList } from "#web/ui/data/description-list.tsx";

const meanings: Record<ImportField, string> = {
  title: `Needed in every row. At most ${limits.title} characters.`,
  referenceNumber: `At most ${limits.sku} characters; each title needs its own. Without one, we assign a number.`,
  description: "What the title is about. You can set one text for all rows without a description.",
  category:
    "Book, Video, or Audio, or a common word for one of them, such as DVD. You can choose one for all rows without a category.",
  subject: "One of the library's subjects. You can choose one for all rows without a subject.",
  grades:
    "The library's grades, separated by commas, or ranges such as K-5. You can choose grades for all rows without them.",
  tags: "Search words, separated by commas.",
  publisher: `Who published it. At most ${limits.line} characters.`,
  language: "The language it is in: its English name, or a code such as es or spa.",
  copies: "The number of copies. For a file without this column, you can set one number for all.",
  copyDetails: "Written by an export so that each copy comes back as it was. Don’t change it.",
};

/** What each column may contain. Order and names do not matter: columns are matched after the upload. */
export function FileColumns() {
  return (
    <DescriptionList items={importFields.map((field) => ({ term: importFieldNames[field], value: meanings[field] }))} />
  );
}
