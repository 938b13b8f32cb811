import { mediaUpkeep } from "./site/public.ts";
import type { StoredFiles } from "./platform/backup/back-up.ts";
import { type Configuration, mailFolder } from "./platform/configuration.ts";
import { localFiles } from "./platform/files/local-files.ts";
import { openFileStore } from "./platform/files/open-file-store.ts";
import type { Warnings } from "./platform/setup/warnings.ts";
import { namesOfMailFiles } from "./platform/mail/outbox.queries.ts";

/** Returns the file stores that a backup includes, with queries for the names that the database refers to. */
export function storedFilesOf(
  configuration: Pick<Configuration, "dataFolder" | "pictureStore">,
  warnings?: Pick<Warnings, "notice">,
): StoredFiles {
  return {
    media: { store: openFileStore(configuration, warnings), names: mediaUpkeep.names },
    mail: { store: localFiles(mailFolder(configuration)), names: namesOfMailFiles },
  };
}
