import type { ItemWithCopies } from "#contract/catalog/catalog.ts";
import { call } from "#web/lib/call.ts";
import { useMay } from "#web/lib/session.ts";
import { ActionButton, Archived } from "#web/ui/actions/action-button.tsx";

type ArchiveTitleProps = { item: ItemWithCopies };

export function ArchiveTitle({ item: { inventoryId: id, isArchived } }: ArchiveTitleProps) {
  if (isArchived) return null;
  return (
    <ActionButton
      look="quiet"
      action={() => call("POST Inventory/Archive/{id}", { params: { id } })}
      changes="everything"
    >
      Archive
    </ActionButton>
  );
}

export function ArchivedTitle({ item: { inventoryId: id, isArchived } }: ArchiveTitleProps) {
  return (
    <Archived
      is={isArchived}
      title="This title is archived."
      undo="Lend it again"
      action={() => call("POST Inventory/Unarchive/{id}", { params: { id } })}
      changes="everything"
      mayUndo={useMay("clerk")}
    >
      It doesn’t show up in lists or searches, and nobody can order it. Its orders, claims, and history are kept.
    </Archived>
  );
}
