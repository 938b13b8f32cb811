import type { ItemWithCopies } from "#contract/catalog/catalog.ts";
import { call } from "#web/lib/call.ts";
import { useMay } from "#web/lib/session.ts";
import { ActionButton } from "#web/ui/actions/action-button.tsx";
import { Archived } from "#web/ui/actions/archived.tsx";

type Of = { item: ItemWithCopies };

export function ArchiveTitle({ item: { inventoryId: id, isArchived } }: Of) {
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

export function ArchivedTitle({ item: { inventoryId: id, isArchived } }: Of) {
  return (
    <Archived
      is={isArchived}
      title="This title is archived."
      undo="Undo: lend it again"
      action={() => call("POST Inventory/Unarchive/{id}", { params: { id } })}
      changes="everything"
      mayUndo={useMay("clerk")}
    >
      It is in no list and no search, and can’t be ordered. Its orders, claims and history stay.
    </Archived>
  );
}
