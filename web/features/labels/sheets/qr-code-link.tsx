import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

export function QrCodeLink({ copy, name }: { copy: { inventoryItemId: number }; name: string }) {
  return (
    <ButtonLink to={`/admin/itemqrcode/${copy.inventoryItemId}`} size="small" look="quiet">
      QR code
      <VisuallyHidden> of {name}</VisuallyHidden>
    </ButtonLink>
  );
}
