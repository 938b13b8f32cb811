import type { Directory } from "#contract/schools/schools.ts";

type File = {
  file_name: string;
  uploaded_at: Date;
  name: string | null;
  added: number;
  changed: number;
  newly_closed: number;
};
type Counts = { open: number; closed: number };

export function presentDirectory(
  counts: Counts,
  joined: { joined: number; not_joined: number },
  file: File | undefined,
): Directory {
  return {
    ...counts,
    joined: joined.joined,
    notJoined: joined.not_joined,
    file: file
      ? {
          name: file.file_name,
          uploadedAt: file.uploaded_at.toISOString(),
          uploadedByName: file.name ?? "",
          added: file.added,
          changed: file.changed,
          newlyClosed: file.newly_closed,
        }
      : null,
  };
}
