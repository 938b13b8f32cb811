import type { ItemWithCopies } from "#contract/catalog/catalog.ts";
import { call } from "#web/lib/call.ts";
import { useMay } from "#web/lib/session.ts";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";
import { ActionButton, Archived } from "#web/ui/actions/action-button.tsx";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { Printer } from "#web/ui/icons.tsx";

/** Offers the actions for a title on both of its pages. `item` is undefined while it loads. */
export function TitleActions({ id, item }: { id: string; item: ItemWithCopies | undefined }) {
  return (
    <>
      <ButtonLink to={`/admin/labels?item=${id}`} icon={<Printer size={18} />}>
        Labels
      </ButtonLink>
      {item && !item.isArchived && (
        <ActionButton
          look="quiet"
          action={() => call("POST Inventory/Archive/{id}", { params: { id: item.inventoryId } })}
          changes="everything"
        >
          Archive
        </ActionButton>
      )}
      <ButtonLink to={`/admin/item/add?from=${id}`}>Duplicate</ButtonLink>
    </>
  );
}

export function ArchivedTitle({ item: { inventoryId: id, isArchived } }: { item: ItemWithCopies }) {
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

export function QrCodeLink({ copy, name }: { copy: { inventoryItemId: number }; name: string }) {
  return (
    <ButtonLink to={`/admin/itemqrcode/${copy.inventoryItemId}`} size="small" look="quiet">
      QR code
      <VisuallyHidden> of {name}</VisuallyHidden>
    </ButtonLink>
  );
}
