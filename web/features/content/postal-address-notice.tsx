import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { useSiteConfiguration } from "./site-queries.ts";

/** Asks for the address that parcels go back to, until there is one. */
export function PostalAddressNotice() {
  if (useSiteConfiguration()?.content.contact.postalAddress !== "") return null;
  return (
    <Alert tone="warning" title="The library’s postal address is missing">
      <p>
        Borrowers don’t read where to send parcels back to: not on their orders, nor in emails, nor on packing slips.
      </p>
      <ButtonLink to="/admin/sitecontent/contact" size="small">
        Enter the address
      </ButtonLink>
    </Alert>
  );
}
